package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.postZipped;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// The attacks by written rollups: refused ones without a bound, and intervals and aggregators that
/// are no words.
final class RollupAttacks {
  private static final String ROLLUP =
      "{\"metric\":\"m\",\"timestamp\":%d,\"value\":1,\"tags\":{\"a\":\"b\"},\"interval\":%s,\"aggregator\":%s}";

  private RollupAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("rollup: bad elements with details", RollupAttacks::badElements),
        new Attack("rollup: odd intervals and aggregators", RollupAttacks::odd),
        new Attack("rollup: a kind for each element", RollupAttacks::kinds),
        new Attack("rollup: telnet lines at full speed", RollupAttacks::lines));
  }

  private static void badElements(Attacker attacker) throws IOException {
    long bytes = attacker.times(8, 100) * 1_000_000L;
    String bad = "," + ROLLUP.formatted(1, "\"1h\"", "\"avg\"");
    attacker.ask(postZipped("/api/rollup?details", Bombs.gzip("[1", bad, bytes, "]")));
    attacker.ask(postZipped("/api/rollup?details", Bombs.gzip("", "{}\n", bytes, "")));
  }

  private static void odd(Attacker attacker) throws IOException {
    long now = Instant.now().getEpochSecond();
    String big = "\"" + "9".repeat(1_000_000) + "h\"";
    for (String word :
        List.of(big, "\"\"", "0", "-1", "\"-1h\"", "\"9999999999w\"", "{}", "[]", "\"\\ud800\"")) {
      attacker.refused(400, post("/api/rollup", ROLLUP.formatted(now, word, "\"sum\"")));
      attacker.refused(400, post("/api/rollup", ROLLUP.formatted(now, "\"1h\"", word)));
    }
  }

  /// No word for an interval or an aggregator is kept after its element.
  private static void kinds(Attacker attacker) throws IOException {
    var body = new StringBuilder("[");
    for (int i = 1; i < 20_000; i++) {
      body.append(ROLLUP.formatted(i, "\"" + i + "m\"", "\"max\"")).append(',');
    }
    body.append("{}]");
    for (int i = 0; i < attacker.times(2, 50); i++) {
      attacker.ask(post("/api/rollup?details", body.toString()));
    }
  }

  private static void lines(Attacker attacker) throws IOException {
    String kind = "x".repeat(500);
    byte[] lines =
        "rollup 1h-sum m 1 x a=b\nrollup %s:%s:%s m 1 1 a=b\nrollup\n"
            .formatted(kind, kind, kind)
            .repeat(1_000)
            .getBytes(ISO_8859_1);
    LineFlood.send(attacker, lines);
  }
}
