package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.beginPost;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Requests;
import java.io.IOException;
import java.util.List;

/// Lengths and chunks that are wrong, or that never end.
final class FramingAttacks {
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

  private FramingAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("framing: wrong content lengths", FramingAttacks::wrongLengths),
        new Attack("framing: a gigabyte announced", FramingAttacks::announced),
        new Attack("framing: a body without an end, in chunks", FramingAttacks::endlessBody),
        new Attack("framing: malformed chunks", FramingAttacks::malformedChunks),
        new Attack("framing: endless chunk extension and trailers", FramingAttacks::endlessChunk),
        new Attack("framing: chunks of one byte", FramingAttacks::tinyChunks),
        new Attack("framing: 100-continue for large bodies", FramingAttacks::expectations),
        new Attack("framing: bodies of GET requests", FramingAttacks::bodiesOfGets),
        new Attack(
            "framing: half of a large body on many connections", FramingAttacks::halfBodies));
  }

  private static void wrongLengths(Attacker attacker) throws IOException {
    List<String> headers =
        List.of(
            "Content-Length: -1\r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Content-Length: 9223372036854775807\r\n",
            "Content-Length: 0x10\r\n",
            "Content-Length: 1, 2\r\n",
            "Content-Length: 5\r\nContent-Length: 6\r\n",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked, chunked\r\n",
            "Transfer-Encoding: gzip\r\n",
            "Content-Length:\r\n");
    for (String header : headers) {
      String begin = beginPost("/api/put") + header + "\r\n";
      attacker.answer(attacker.connect().send(begin + "[]GET / HTTP/1.1\r\n\r\n").endOutput());
    }
  }

  private static void announced(Attacker attacker) throws IOException {
    for (String path : List.of("/api/put", "/api/query", "/api/annotation/bulk", "/")) {
      String head = beginPost(path) + "Content-Length: 1073741824\r\n\r\n";
      attacker.refused(413, head.getBytes(ISO_8859_1));
    }
  }

  private static void endlessBody(Attacker attacker) throws IOException {
    byte[] chunk = ("10000\r\n" + "[".repeat(0x10000) + "\r\n").getBytes(ISO_8859_1);
    for (int i = 0; i < attacker.times(2, 8); i++) {
      var connection = attacker.connect().send(beginPost("/api/query") + CHUNKED);
      attacker.answer(connection.flood(chunk, attacker.times(1_200, 16_000)));
    }
  }

  private static void malformedChunks(Attacker attacker) throws IOException {
    List<String> chunks =
        List.of(
            "-1\r\n",
            "ffffffffffffffff\r\n",
            "7fffffff\r\nx",
            "x\r\n",
            "\r\n",
            "5\r\nabcdefgh\r\n",
            "0\r\n",
            "00000000000000000000000001\r\nx\r\n0\r\n\r\n",
            "1 \r\nx\r\n0\r\n\r\n");
    for (String chunk : chunks) {
      String request = beginPost("/api/put") + CHUNKED + chunk;
      attacker.answer(attacker.connect().send(request).endOutput());
    }
  }

  private static void endlessChunk(Attacker attacker) throws IOException {
    byte[] part = "x".repeat(1 << 20).getBytes(ISO_8859_1);
    for (String begin : List.of("1;", "0\r\n", "0\r\nX-Trailer: ")) {
      var connection = attacker.connect().send(beginPost("/api/put") + CHUNKED + begin);
      attacker.answer(connection.flood(part, attacker.times(20, 400)));
    }
    byte[] trailers = "X-Y: z\r\n".repeat(100_000).getBytes(ISO_8859_1);
    var connection = attacker.connect().send(beginPost("/api/put") + CHUNKED + "0\r\n");
    attacker.answer(connection.flood(trailers, attacker.times(4, 100)));
  }

  private static void tinyChunks(Attacker attacker) throws IOException {
    byte[] chunks = "1\r\n[\r\n".repeat(100_000).getBytes(ISO_8859_1);
    var connection = attacker.connect().send(beginPost("/api/put") + CHUNKED);
    attacker.answer(connection.flood(chunks, attacker.times(5, 200)).send("0\r\n\r\n").endOutput());
  }

  private static void expectations(Attacker attacker) throws IOException {
    for (String length : List.of("60000000", "1073741824")) {
      String begin = beginPost("/api/put") + "Content-Length: " + length + "\r\n";
      for (String expected : List.of("100-continue", "200-ok", "x".repeat(1_000))) {
        String head = begin + "Expect: " + expected + "\r\n\r\n";
        attacker.answer(attacker.connect().send(head).endOutput());
      }
    }
  }

  private static void bodiesOfGets(Attacker attacker) throws IOException {
    byte[] body = "[".repeat(1 << 20).getBytes(ISO_8859_1);
    for (String path : List.of("/", "/healthz", "/api/query", "/api/version", "/api/suggest")) {
      attacker.ask(Requests.request("GET", path, body));
    }
  }

  /// Together they announce far more than the heap.
  private static void halfBodies(Attacker attacker) throws IOException {
    byte[] half = "[".repeat(1 << 20).getBytes(ISO_8859_1);
    String head = beginPost("/api/put") + "Content-Length: 60000000\r\n\r\n";
    for (int i = 0; i < attacker.times(40, 200); i++) {
      attacker.connect().send(head).flood(half, attacker.times(10, 30));
    }
  }
}
