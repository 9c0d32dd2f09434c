package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.postZipped;
import static goku.integration.hostile.client.Requests.request;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import java.io.IOException;
import java.util.List;

/// Metadata: large, of many names, and searched for by UIDs that nothing has.
final class MetadataAttacks {
  private static final String UID = "/api/uid/uidmeta";
  private static final String SERIES = "/api/uid/tsmeta";
  private static final String STILL = "{\"name\":\"still\",\"type\":\"metric\",";

  private MetadataAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("metadata: 15 KB of custom fields, again and again", MetadataAttacks::large),
        new Attack("metadata: one of many megabytes", MetadataAttacks::huge),
        new Attack("metadata: many fields", MetadataAttacks::fields),
        new Attack("metadata: UIDs without a name", MetadataAttacks::unknown),
        new Attack("metadata: odd numbers and types", MetadataAttacks::odd));
  }

  private static void large(Attacker attacker) throws IOException {
    String text = "x".repeat(3_700);
    for (int i = 0; i < attacker.times(40, 4_000); i++) {
      String custom =
          "\"custom\":{\"a%d\":\"%s\",\"b\":\"%s\",\"c\":\"%s\",\"d\":\"%s\"}}"
              .formatted(i, text, text, text, text);
      attacker.ask(post(UID, STILL + custom));
    }
    attacker.ask(request("DELETE", UID + "?name=still&type=metric", new byte[0]));
  }

  private static void huge(Attacker attacker) throws IOException {
    byte[] body = Bombs.gzip(STILL + "\"notes\":\"", "x", 50_000_000, "\"}");
    attacker.ask(postZipped(UID, body));
    attacker.ask(postZipped(SERIES, body));
    attacker.askAtOnce(attacker.times(2, 20), postZipped(UID, body));
  }

  private static void fields(Attacker attacker) throws IOException {
    byte[] body = Bombs.gzip(STILL + "\"custom\":{\"a\":\"b\"", ",\"a\":\"b\"", 9_000_000, "}}");
    attacker.ask(postZipped(UID, body));
    attacker.ask(postZipped(SERIES, body));
    var custom = new StringBuilder(STILL).append("\"custom\":{\"a\":\"b\"");
    for (int i = 0; i < 40_000; i++) {
      custom.append(",\"k").append(i).append("\":\"v\"");
    }
    attacker.ask(post(UID, custom.append("}}").toString()));
  }

  private static void unknown(Attacker attacker) throws IOException {
    for (String type : List.of("metric", "tagk", "tagv")) {
      String query = UID + "?uid=FFFFFFFFFFFFFFFF&type=" + type;
      attacker.ask(get(query));
      attacker.askAtOnce(attacker.times(8, 64), get(query));
    }
    attacker.ask(get(UID + "?type=metric&uid=" + "F".repeat(60_000)));
    attacker.ask(get(UID + "?type=metric&name=" + "x".repeat(60_000)));
    attacker.ask(
        post(
            UID,
            "{\"type\":\"metric\",\"notes\":\"n\",\"name\":\"" + "x".repeat(5_000_000) + "\"}"));
    attacker.ask(request("DELETE", UID + "?type=metric&uid=" + "F".repeat(60_000), new byte[0]));
    attacker.ask(get(SERIES + "?tsuid=" + "F".repeat(60_000)));
    attacker.ask(request("DELETE", SERIES + "?tsuid=" + "F".repeat(32), new byte[0]));
    attacker.askAtOnce(attacker.times(8, 64), get(SERIES + "?m=still"));
  }

  private static void odd(Attacker attacker) throws IOException {
    String big = "9".repeat(50_000);
    for (String value :
        List.of("-1", "1e999999999", "0.1e-999999999", big, "\"0x1p9\"", "{}", "null")) {
      for (String field :
          List.of("created", "retention", "max", "custom", "type", "uid", "tsuid")) {
        String body = "{\"%s\":%s,\"type\":\"metric\"}".formatted(field, value);
        attacker.ask(post(UID, body));
        attacker.ask(post(SERIES, body));
      }
    }
  }
}
