package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.postZipped;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// Puts over HTTP: refused datapoints without a bound, and names without a limit.
final class PutAttacks {
  private static final String BAD =
      ",{\"metric\":\"m\",\"timestamp\":1,\"value\":\"x\",\"tags\":{}}";

  private PutAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("put: 3,000,000 bad elements with details", PutAttacks::badElements),
        new Attack("put: bad elements of all forms", PutAttacks::forms),
        new Attack("put: huge names and tags", PutAttacks::hugeNames),
        new Attack("put: times at the ends of the range", PutAttacks::times));
  }

  private static void badElements(Attacker attacker) throws IOException {
    byte[] body = Bombs.gzip("[1", ",1", attacker.times(2, 6) * 1_000_000L, "]");
    for (String mode : List.of("details", "summary", "sync", "details&sync")) {
      attacker.ask(postZipped("/api/put?" + mode, body));
    }
    attacker.askAtOnce(attacker.times(4, 50), postZipped("/api/put?details", body));
  }

  private static void forms(Attacker attacker) throws IOException {
    long bytes = attacker.times(8, 100) * 1_000_000L;
    attacker.ask(postZipped("/api/put?details", Bombs.gzip("[1", BAD, bytes, "]")));
    attacker.ask(postZipped("/api/put?details", Bombs.gzip("[1", ",[]", bytes, "]")));
    attacker.ask(postZipped("/api/put?details", Bombs.gzip("", "{}\n", bytes, "")));
  }

  private static void hugeNames(Attacker attacker) throws IOException {
    String point = "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":1,\"tags\":{%s}}";
    long now = Instant.now().getEpochSecond();
    String name = "x".repeat(1 << 20);
    var tags = new StringBuilder("\"a\":\"b\"");
    for (int i = 0; i < 10_000; i++) {
      tags.append(",\"k").append(i).append("\":\"v\"");
    }
    attacker.refused(400, post("/api/put", point.formatted(name, now, "\"a\":\"b\"")));
    attacker.refused(400, post("/api/put", point.formatted("m", now, "\"a\":\"" + name + "\"")));
    attacker.refused(400, post("/api/put", point.formatted("m", now, "\"" + name + "\":\"b\"")));
    attacker.refused(400, post("/api/put", point.formatted("m", now, tags)));
  }

  private static void times(Attacker attacker) throws IOException {
    for (String time : List.of("-1", "0", "9223372036854775807", "99999999999999999999", "1e18")) {
      String body =
          "{\"metric\":\"m\",\"timestamp\":%s,\"value\":1,\"tags\":{\"a\":\"b\"}}".formatted(time);
      attacker.refused(400, post("/api/put", body));
    }
  }
}
