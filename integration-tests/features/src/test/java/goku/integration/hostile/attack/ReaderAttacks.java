package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.encode;
import static goku.integration.hostile.client.Requests.persistentGet;
import static java.nio.charset.StandardCharsets.UTF_8;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.HostileConnection;
import goku.integration.hostile.client.Port;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Clients that read their answers slowly or not at all.
final class ReaderAttacks {
  /// About 17 MB of JSON.
  static final String LARGE_ANSWER =
      "/api/query?start=70m-ago&m=" + encode("none:1s-avg-zero:wide");

  private ReaderAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("readers: 70 of 17 MB that do not read", ReaderAttacks::readNothing),
        new Attack("readers: one byte at a time", ReaderAttacks::oneByte),
        new Attack("readers: telnet that does not read", ReaderAttacks::telnet),
        new Attack("readers: metrics and threads unread", ReaderAttacks::admin));
  }

  private static void readNothing(Attacker attacker) throws IOException {
    open(attacker, 70);
    attacker.ask(
        persistentGet("/api/aggregators")
            .replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
            .getBytes(UTF_8));
  }

  private static void oneByte(Attacker attacker) throws IOException {
    List<HostileConnection> all = open(attacker, attacker.times(20, 70));
    for (int i = 0; i < attacker.times(2_000, 200_000); i++) {
      all.get(i % all.size()).skip(1);
    }
  }

  private static List<HostileConnection> open(Attacker attacker, int count) throws IOException {
    List<HostileConnection> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(attacker.connectSlowReader().send(persistentGet(LARGE_ANSWER)));
    }
    return all;
  }

  private static void telnet(Attacker attacker) throws IOException {
    for (String line : List.of("stats\n", "help\n", "version\n", "put nothing\n", "nothing\n")) {
      var connection = attacker.connectSlowReader();
      byte[] lines = line.repeat(1_000).getBytes(UTF_8);
      Thread.startVirtualThread(() -> connection.flood(lines, attacker.times(20, 1_000)));
    }
    attacker.connect().send("version\n").skip(1);
  }

  private static void admin(Attacker attacker) throws IOException {
    for (String path : List.of("/metrics", "/api/stats/threads", "/api/stats/jvm", "/api/stats")) {
      String requests = persistentGet(path).repeat(20);
      for (int i = 0; i < attacker.times(5, 50); i++) {
        attacker.connect(Port.ADMIN).send(requests);
      }
    }
  }
}
