package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.request;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.HostileConnection;
import goku.integration.hostile.client.Port;
import java.io.IOException;
import java.util.List;

/// Heads of requests: endless, quadratic, malformed, or of other protocols.
final class HeadAttacks {
  private static final int HEAD_BYTES = 62_000;

  private HeadAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("head: unfinished, of tiny headers", HeadAttacks::unfinished),
        new Attack("head: 100,000 headers", HeadAttacks::manyHeaders),
        new Attack("head: path of 30,000 segments", HeadAttacks::segments),
        new Attack("head: request line without an end", HeadAttacks::endlessLine),
        new Attack("head: many parameters", HeadAttacks::parameters),
        new Attack("head: broken escape sequences", HeadAttacks::escapes),
        new Attack("head: control characters for the log", HeadAttacks::forgedLogLines),
        new Attack("head: malformed lines", HeadAttacks::malformed),
        new Attack("head: strange methods", HeadAttacks::methods),
        new Attack("head: upgrades and other protocols", HeadAttacks::otherProtocols),
        new Attack("head: huge login", HeadAttacks::hugeLogin));
  }

  private static void unfinished(Attacker attacker) throws IOException {
    String head = "GET / HTTP/1.1\r\n" + "a:\r\n".repeat(HEAD_BYTES / 4);
    for (int i = 0; i < attacker.times(300, 1_200); i++) {
      attacker.connect().send(head);
    }
    attacker.answer(attacker.connect().send(head));
  }

  private static void manyHeaders(Attacker attacker) throws IOException {
    String head = "GET / HTTP/1.1\r\n" + "X-Y: z\r\n".repeat(100_000) + "\r\n";
    attacker.refused(431, head.getBytes(ISO_8859_1));
  }

  private static void segments(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(20, 500); i++) {
      attacker.refused(404, get("/api" + "/a".repeat(HEAD_BYTES / 2)));
    }
  }

  private static void endlessLine(Attacker attacker) throws IOException {
    byte[] part = "GET /".concat("x".repeat(1 << 20)).getBytes(ISO_8859_1);
    attacker.answer(attacker.connect().flood(part, attacker.times(20, 500)));
  }

  private static void parameters(Attacker attacker) throws IOException {
    for (String parameter : List.of("&", "a=a&", "m=&", "%26=", "m[]=x&", "exp=&", "tsuids=&")) {
      String all = parameter.repeat(HEAD_BYTES / parameter.length());
      attacker.ask(get("/api/query?" + all));
      attacker.ask(get("/api/query/gexp?start=1h-ago&" + all));
      attacker.ask(get("/api/suggest?" + all));
    }
  }

  private static void escapes(Attacker attacker) throws IOException {
    for (String path :
        List.of("/%", "/%zz", "/%00", "/%c0%ae%c0%ae/", "/%2e%2e/%2e%2e/etc/passwd")) {
      attacker.ask(get(path));
      attacker.ask(get("/page" + path));
      attacker.ask(get("/api/query?start=" + path));
    }
    attacker.refused(404, get("/page/../../../../etc/passwd"));
  }

  private static void forgedLogLines(Attacker attacker) throws IOException {
    String line = "%0A%0D%1b[2Jforged%20log%20line";
    attacker.ask(get("/" + line));
    attacker.ask(get("/api/" + line));
    attacker.ask(get("/api/query?start=1h-ago&m=avg:" + line));
    attacker.ask(get("/api/query?start=" + line + "&m=avg:crowd"));
    attacker.ask(get("/api/suggest?type=" + line));
    attacker.ask(request("POST", "/api/put/" + line, new byte[] {'['}));
    attacker.ask(get("/", "X-Forwarded-For: \u001b[2Jforged log line"));
  }

  private static void malformed(Attacker attacker) throws IOException {
    List<String> heads =
        List.of(
            "GET / HTTP/9.9\r\n\r\n",
            "GET / HTTP/0.9\r\n\r\n",
            "GET /\r\n\r\n",
            "GET  /  HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\n continued\r\n\r\n",
            "GET / HTTP/1.1\r\nno colon\r\n\r\n",
            "GET / HTTP/1.1\r\n: no name\r\n\r\n",
            "GET / HTTP/1.1\r\nX: \0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET http://[::1/ HTTP/1.1\r\n\r\n",
            "GET * HTTP/1.1\r\n\r\n",
            "\r\n".repeat(10_000),
            "G",
            "\0\0\0\0");
    for (String head : heads) {
      attacker.answer(attacker.connect().send(head).endOutput());
    }
  }

  private static void methods(Attacker attacker) throws IOException {
    for (String method :
        List.of("TRACE", "CONNECT", "PATCH", "HEAD", "PROPFIND", "x".repeat(9_000))) {
      attacker.ask(request(method, "/api/query", new byte[0]));
      attacker.ask(request(method, "/api/put", new byte[] {'[', ']'}));
      attacker.ask(request(method, "/", new byte[0]));
    }
  }

  private static void otherProtocols(Attacker attacker) throws IOException {
    String host = "Host: 127.0.0.1\r\nConnection: Upgrade\r\n";
    List<String> greetings =
        List.of(
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0",
            "GET / HTTP/1.1\r\n" + host + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
            "GET /api/query HTTP/1.1\r\n"
                + host
                + "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZQ==\r\n"
                + "Sec-WebSocket-Version: 13\r\n\r\n\u0082\u00ff\u00ff\u00ff\u00ff\u00ff",
            "\u0016\3\1\2\0\1\0\1\u00fc\3\3".repeat(50),
            "SSH-2.0-OpenSSH_9.6\r\n",
            "EHLO example\r\n",
            "*1\r\n$4\r\nPING\r\n");
    for (String greeting : greetings) {
      HostileConnection connection = attacker.connect().send(greeting);
      attacker.answer(connection.endOutput());
      attacker.answer(attacker.connect(Port.ADMIN).send(greeting).endOutput());
    }
  }

  private static void hugeLogin(Attacker attacker) throws IOException {
    for (String login : List.of("Basic ", "Bearer ", "Digest ", "")) {
      for (String part : List.of("A", "=", "\u00ff", " ")) {
        attacker.ask(get("/api/version", "Authorization: " + login + part.repeat(HEAD_BYTES)));
      }
    }
  }
}
