package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.beginPost;
import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.postZipped;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import goku.integration.hostile.client.HostileConnection;
import goku.integration.hostile.client.Port;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Clients without a login, of a process that requires one.
final class LoginAttacks {
  private LoginAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("login: wrong passwords on many connections", LoginAttacks::wrongPasswords),
        new Attack("login: wrong tokens", LoginAttacks::wrongTokens),
        new Attack("login: telnet without one", LoginAttacks::telnetWithout),
        new Attack("login: telnet with wrong ones", LoginAttacks::telnetWrong),
        new Attack("login: long paths without one", LoginAttacks::longPaths),
        new Attack("login: bodies without one", LoginAttacks::bodies),
        new Attack("login: admin port without one", LoginAttacks::admin));
  }

  private static byte[] withPassword(String password) {
    String login = Base64.getEncoder().encodeToString(("user:" + password).getBytes(UTF_8));
    return get("/api/version", "Authorization: Basic " + login);
  }

  private static void wrongPasswords(Attacker attacker) throws IOException {
    List<HostileConnection> guessing = new ArrayList<>();
    for (int i = 0; i < attacker.times(300, 1_100); i++) {
      guessing.add(attacker.send(Port.PUBLIC, withPassword("guess" + i)));
    }
    for (HostileConnection connection : guessing) {
      int status = attacker.answer(connection);
      if (status == 200) {
        attacker.fault("a wrong password was accepted");
      }
    }
  }

  private static void wrongTokens(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(200, 10_000); i++) {
      attacker.refused(401, get("/api/version", "Authorization: Bearer guess" + i));
    }
  }

  private static void telnetWithout(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(500, 10_050); i++) {
      attacker.connect().send("put");
    }
  }

  private static void telnetWrong(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(100, 2_000); i++) {
      attacker.connect().send("auth user guess" + i + "\n");
      attacker.connect().send("auth token guess" + i + "\n");
      attacker.connect().send("put m 1 1 a=b\nstats\n");
    }
  }

  private static void longPaths(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(20, 500); i++) {
      attacker.ask(get("/api" + "/a".repeat(31_000)));
    }
  }

  private static void bodies(Attacker attacker) throws IOException {
    byte[] bomb = Bombs.gzip("[{}", ",{}", 128L << 20, "]");
    for (String path : List.of("/api/put", "/api/query", "/api/annotation/bulk")) {
      attacker.refused(401, postZipped(path, bomb));
      attacker.refused(401, post(path, "[".repeat(1 << 20)));
      String head = beginPost(path) + "Content-Length: 60000000\r\n\r\n";
      for (int i = 0; i < attacker.times(20, 200); i++) {
        attacker.connect().send(head).flood(new byte[1 << 16], 10);
      }
    }
  }

  private static void admin(Attacker attacker) throws IOException {
    for (String path : List.of("/metrics", "/api/goku/blocks", "/api/stats/threads")) {
      attacker.refused(Port.ADMIN, 401, get(path));
      attacker.refused(Port.ADMIN, 401, post(path, "{\"metric\":\"calm\"}"));
    }
    byte[] line = "put ".concat("x".repeat(60_000)).getBytes(ISO_8859_1);
    attacker.connect(Port.ADMIN).flood(line, 1);
  }
}
