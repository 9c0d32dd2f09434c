package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.persistentGet;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Port;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/// Connections: many, idle, half closed, reset, or with many requests.
final class ConnectionAttacks {
  private ConnectionAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("connections: one byte of a line on each", attacker -> idle(attacker, "a")),
        new Attack("connections: one byte of a head on each", attacker -> idle(attacker, "G")),
        new Attack("connections: idle", attacker -> idle(attacker, "")),
        new Attack("connections: idle on the admin port", ConnectionAttacks::idleAdmin),
        new Attack("connections: reset at once", ConnectionAttacks::resets),
        new Attack("connections: half closed during an answer", ConnectionAttacks::halfClosed),
        new Attack("connections: pipelined requests, answers read", ConnectionAttacks::pipelined),
        new Attack("connections: pipelined requests, nothing read", ConnectionAttacks::unread),
        new Attack("connections: requests abandoned at once", ConnectionAttacks::abandoned),
        new Attack("connections: random bytes", ConnectionAttacks::randomBytes));
  }

  private static void idle(Attacker attacker, String first) throws IOException {
    for (int i = 0; i < attacker.times(1_000, 10_050); i++) {
      attacker.connect().send(first);
    }
  }

  private static void idleAdmin(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(500, 2_600); i++) {
      attacker.connect(Port.ADMIN).send("G");
    }
  }

  private static void resets(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(500, 5_000); i++) {
      attacker.connect().send("GET /api/version HTTP/1.1\r\n").reset();
    }
  }

  private static void halfClosed(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(40, 400); i++) {
      attacker.connect().send(persistentGet(ReaderAttacks.LARGE_ANSWER)).endOutput();
    }
  }

  private static void pipelined(Attacker attacker) throws IOException {
    String last = "GET /api/version HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    String query = persistentGet("/api/query?start=1h-ago&m=sum:wide");
    var connection = attacker.connect();
    Thread writer = Thread.startVirtualThread(() -> connection.flood(bytes(query), 200));
    attacker.answer(attacker.connect().send(persistentGet("/api/version").repeat(500) + last));
    connection.skip(1 << 20);
    writer.interrupt();
  }

  private static void unread(Attacker attacker) throws IOException {
    for (String path :
        List.of("/api/version", "/api/aggregators", "/api/query?start=1h-ago&m=sum:wide")) {
      byte[] requests = bytes(persistentGet(path).repeat(100));
      for (int i = 0; i < attacker.times(4, 30); i++) {
        var connection = attacker.connectSlowReader();
        Thread.startVirtualThread(() -> connection.flood(requests, 100));
      }
    }
    attacker.ask(bytes("GET /api/version HTTP/1.1\r\nConnection: close\r\n\r\n"));
  }

  private static void abandoned(Attacker attacker) throws IOException {
    String query = persistentGet("/api/query?start=1h-ago&m=sum:1s-avg-zero:wide%7Bhost=*%7D");
    for (int i = 0; i < attacker.times(100, 2_000); i++) {
      attacker.connect().send(query).reset();
    }
  }

  private static void randomBytes(Attacker attacker) throws IOException {
    var random = new Random(35);
    for (int i = 0; i < attacker.times(100, 2_000); i++) {
      byte[] bytes = new byte[random.nextInt(20_000)];
      random.nextBytes(bytes);
      attacker.answer(attacker.connect().flood(bytes, 1).endOutput());
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
