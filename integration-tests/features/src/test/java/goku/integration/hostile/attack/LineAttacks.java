package goku.integration.hostile.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.integration.hostile.client.Attacker;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// The line protocol.
final class LineAttacks {
  private LineAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("telnet: unterminated lines of 64 KB", LineAttacks::unterminated),
        new Attack("telnet: a line without an end", LineAttacks::endless),
        new Attack("telnet: refused puts at full speed", LineAttacks::refusedPuts),
        new Attack("telnet: commands at full speed", LineAttacks::commands),
        new Attack("telnet: malformed lines", LineAttacks::malformed),
        new Attack("telnet: empty lines", LineAttacks::emptyLines),
        new Attack("telnet: lines in pieces", LineAttacks::pieces));
  }

  private static void unterminated(Attacker attacker) throws IOException {
    byte[] line = "put ".concat("x".repeat(65_000)).getBytes(ISO_8859_1);
    for (int i = 0; i < attacker.times(400, 9_500); i++) {
      attacker.connect().flood(line, 1);
    }
  }

  private static void endless(Attacker attacker) throws IOException {
    byte[] part = "x".repeat(1 << 20).getBytes(ISO_8859_1);
    attacker.connect().send("put ").flood(part, attacker.times(100, 2_000));
  }

  private static void refusedPuts(Attacker attacker) throws IOException {
    byte[] lines = "put m 1 x a=b\n".repeat(10_000).getBytes(ISO_8859_1);
    LineFlood.send(attacker, lines);
  }

  private static void commands(Attacker attacker) throws IOException {
    for (String command : List.of("stats", "version", "help", "dropcaches", "auth a b")) {
      byte[] lines = (command + "\n").repeat(200).getBytes(ISO_8859_1);
      attacker.answer(attacker.connect().flood(lines, 1).endOutput());
    }
    attacker.answer(attacker.connect().send("exit\n"));
    attacker.answer(attacker.connect().send("diediedie\n").endOutput());
  }

  private static void malformed(Attacker attacker) throws IOException {
    long now = Instant.now().getEpochSecond();
    List<String> lines =
        List.of(
            "put",
            "put ",
            "put m",
            "put m 1",
            "put m %d 1".formatted(now),
            "put m %d 1 ".formatted(now) + "a=b ".repeat(10_000),
            "put m %d 1 =".formatted(now),
            "put m %d 1 a=".formatted(now),
            "put m %d 1e99999 a=b".formatted(now),
            "put m %d NaN a=b".formatted(now),
            "put m 99999999999999999999 1 a=b",
            "put m -1 1 a=b",
            "put \0 %d 1 a=b".formatted(now),
            "put \u00ff\u00fe %d 1 a=b".formatted(now),
            "\0".repeat(1_000),
            "\u001b[2Jforged log line",
            "rollup 1h:sum m 1 1 a=b",
            "histogram m 1 x");
    for (String line : lines) {
      attacker.answer(attacker.connect().send(line + "\n").endOutput());
      attacker.answer(attacker.connect().send(line + "\r\n\r\n" + line).endOutput());
    }
  }

  private static void emptyLines(Attacker attacker) throws IOException {
    byte[] lines = "x\n".concat("\n".repeat(1 << 20)).getBytes(ISO_8859_1);
    attacker.connect().flood(lines, attacker.times(2, 100));
  }

  private static void pieces(Attacker attacker) throws IOException {
    var connection = attacker.connect().send("version\n").skip(1);
    for (int i = 0; i < attacker.times(2_000, 60_000); i++) {
      connection.send("x");
    }
  }
}
