package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.postZipped;
import static goku.integration.hostile.client.Requests.request;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// Annotations: large, many, and read back.
final class AnnotationAttacks {
  private AnnotationAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("annotations: 15.9 KB each, in bulk", AnnotationAttacks::large),
        new Attack("annotations: one of many megabytes", AnnotationAttacks::huge),
        new Attack("annotations: many fields", AnnotationAttacks::fields),
        new Attack("annotations: all read at once", AnnotationAttacks::readAll),
        new Attack("annotations: odd times and owners", AnnotationAttacks::odd));
  }

  private static void large(Attacker attacker) throws IOException {
    long now = Instant.now().getEpochSecond();
    for (int request = 0; request < attacker.times(4, 400); request++) {
      var body = new StringBuilder("[");
      for (int i = 0; i < 100; i++) {
        body.append(i == 0 ? "" : ",")
            .append("{\"startTime\":%d,\"description\":\"".formatted(now - request * 100L - i))
            .append("x".repeat(15_900))
            .append("\"}");
      }
      attacker.ask(post("/api/annotation/bulk", body.append(']').toString()));
    }
  }

  private static void huge(Attacker attacker) throws IOException {
    byte[] body = Bombs.gzip("{\"startTime\":1,\"description\":\"", "x", 50_000_000, "\"}");
    attacker.ask(postZipped("/api/annotation", body));
    attacker.ask(postZipped("/api/annotation/bulk", body));
    attacker.askAtOnce(attacker.times(2, 20), postZipped("/api/annotation", body));
  }

  private static void fields(Attacker attacker) throws IOException {
    byte[] body =
        Bombs.gzip("{\"startTime\":1,\"custom\":{\"a\":\"b\"", ",\"a\":\"b\"", 9_000_000, "}}");
    attacker.ask(postZipped("/api/annotation", body));
    var custom = new StringBuilder("{\"startTime\":1,\"custom\":{\"a\":\"b\"");
    for (int i = 0; i < 50_000; i++) {
      custom.append(",\"k").append(i).append("\":\"v\"");
    }
    attacker.ask(post("/api/annotation", custom.append("}}").toString()));
  }

  private static void readAll(Attacker attacker) throws IOException {
    String query = "/api/query?start=2h-ago&m=sum:still&global_annotations=true";
    attacker.askAtOnce(attacker.times(8, 64), get(query));
  }

  private static void odd(Attacker attacker) throws IOException {
    for (String time : List.of("-1", "0", "9223372036854775807", "99999999999999999999", "null")) {
      attacker.ask(post("/api/annotation", "{\"startTime\":" + time + ",\"description\":\"d\"}"));
      attacker.ask(get("/api/annotation?start_time=" + time));
      attacker.ask(request("DELETE", "/api/annotation?start_time=" + time, new byte[0]));
      attacker.ask(
          request("DELETE", "/api/annotation/bulk?global&start_time=" + time, new byte[0]));
    }
    attacker.ask(get("/api/annotation?start_time=1&tsuid=" + "0".repeat(60_000)));
    attacker.ask(get("/api/annotation?start_time=1&tsuid=xyz"));
  }
}
