package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;

import goku.integration.hostile.client.Attacker;
import java.io.IOException;
import java.util.List;

/// Renames: many at once, of metrics and names that do not allow it, and by links.
final class RenameAttacks {
  private static final String PATH = "/api/uid/rename";

  private RenameAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("rename: names that nothing has", RenameAttacks::unknown),
        new Attack("rename: many at once, to one name", RenameAttacks::atOnce),
        new Attack("rename: odd names", RenameAttacks::odd));
  }

  private static byte[] rename(String from, String to) {
    return post(PATH, "{\"metric\":\"%s\",\"name\":\"%s\"}".formatted(from, to));
  }

  private static void unknown(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(50, 5_000); i++) {
      attacker.ask(rename("unknown" + i, "other" + i));
    }
    attacker.ask(get(PATH + "?metric=moved&name=other"));
  }

  /// One of them succeeds once the metric is known, and the next one takes it back.
  private static void atOnce(Attacker attacker) throws IOException {
    attacker.ask(
        post(
            "/api/put",
            "{\"metric\":\"moved\",\"timestamp\":%d,\"value\":1,\"tags\":{\"a\":\"b\"}}"
                .formatted(System.currentTimeMillis())));
    for (int i = 0; i < attacker.times(4, 200); i++) {
      attacker.askAtOnce(attacker.times(8, 64), rename("moved", "moved.again"));
      attacker.ask(rename("moved.again", "moved"));
    }
  }

  private static void odd(Attacker attacker) throws IOException {
    String big = "x".repeat(5_000_000);
    attacker.ask(rename("moved", big));
    attacker.ask(rename(big, "other"));
    for (String name : List.of("", "a=b", "\\u001e2", "\\u0000", "moved\\u001e2", "\\ud800")) {
      attacker.ask(rename("moved", name));
      attacker.ask(rename(name, "other"));
    }
  }
}
