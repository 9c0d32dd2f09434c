package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.request;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Port;
import java.io.IOException;
import java.util.List;

/// Requests that a page of another site makes the browser of a user send.
final class BrowserAttacks {
  private static final String ORIGIN = "Origin: https://evil.example";
  private static final String PLAIN = "Content-Type: text/plain";

  private BrowserAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("browser: writes from another site", BrowserAttacks::writes),
        new Attack("browser: a foreign host name", BrowserAttacks::foreignHost),
        new Attack("browser: scripts and images", BrowserAttacks::scripts),
        new Attack("browser: a block of every metric", BrowserAttacks::block));
  }

  private static void writes(Attacker attacker) throws IOException {
    for (String path :
        List.of("/api/put", "/api/annotation", "/api/annotation/bulk", "/api/query")) {
      attacker.refused(403, post(path, "[]", ORIGIN, PLAIN));
      attacker.refused(403, post(path, "[]", "Sec-Fetch-Site: cross-site", PLAIN));
      attacker.refused(403, request("DELETE", path, new byte[0], "Origin: null"));
    }
  }

  private static void block(Attacker attacker) throws IOException {
    byte[] request = post("/api/goku/blocks", "{\"metric\":\"calm\"}", ORIGIN, PLAIN);
    attacker.refused(Port.ADMIN, 403, request);
    attacker.refused(404, post("/api/goku/blocks", "{\"metric\":\"calm\"}"));
  }

  private static void foreignHost(Attacker attacker) throws IOException {
    for (String host : List.of("evil.example", "evil.example:4242", "127.0.0.1.evil.example", "")) {
      String head = "GET /api/version HTTP/1.1\r\nConnection: close\r\nHost: " + host + "\r\n\r\n";
      if (!host.isEmpty()) {
        attacker.refused(403, head.getBytes(ISO_8859_1));
        attacker.refused(Port.ADMIN, 403, head.getBytes(ISO_8859_1));
      }
      attacker.ask(head.getBytes(ISO_8859_1));
    }
  }

  private static void scripts(Attacker attacker) throws IOException {
    attacker.ask(get("/api/version?jsonp=" + "f".repeat(60_000)));
    attacker.ask(get("/api/version?jsonp=alert(1)//"));
    attacker.ask(get("/api/annotation?start_time=1&description=d&method_override=post"));
    attacker.ask(get("/api/put?method_override=post"));
  }
}
