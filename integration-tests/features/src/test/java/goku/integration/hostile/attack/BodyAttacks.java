package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.postZipped;
import static goku.integration.hostile.client.Requests.request;
import static java.nio.charset.StandardCharsets.UTF_8;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import goku.integration.hostile.client.Requests;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// Bodies that are small as sent and large when unzipped or parsed. Each is sent to each endpoint
/// that reads JSON.
final class BodyAttacks {
  private static final List<String> READ_JSON =
      List.of(
          "/api/put",
          "/api/query",
          "/api/query/exp",
          "/api/query/gexp",
          "/api/query/last",
          "/api/suggest",
          "/api/search/lookup",
          "/api/uid/assign",
          "/api/uid/uidmeta",
          "/api/uid/tsmeta",
          "/api/uid/rename",
          "/api/annotation",
          "/api/annotation/bulk",
          "/api/annotations");

  private static final int MIB = 1 << 20;

  private BodyAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("body: millions of empty objects", BodyAttacks::emptyObjects),
        new Attack("body: lookup of millions of empty tags", BodyAttacks::emptyTags),
        new Attack("body: deep nesting", BodyAttacks::nesting),
        new Attack("body: one long string", BodyAttacks::longString),
        new Attack("body: one long number", BodyAttacks::longNumber),
        new Attack("body: many keys", BodyAttacks::manyKeys),
        new Attack("body: blanks only", BodyAttacks::blanks),
        new Attack("body: unzips beyond the limit", BodyAttacks::beyondLimit),
        new Attack("body: large at the same time", BodyAttacks::atOnce),
        new Attack("body: broken gzip", BodyAttacks::brokenGzip),
        new Attack("body: malformed JSON", BodyAttacks::malformed));
  }

  private static void toAll(Attacker attacker, byte[] zipped) throws IOException {
    for (String path : READ_JSON) {
      attacker.ask(postZipped(path, zipped));
    }
  }

  private static void emptyObjects(Attacker attacker) throws IOException {
    long bytes = attacker.times(32, 128) * (long) MIB;
    toAll(attacker, Bombs.gzip("[{}", ",{}", bytes, "]"));
    toAll(attacker, Bombs.gzip("{\"queries\":[{}", ",{}", bytes / 4, "]}"));
  }

  private static void emptyTags(Attacker attacker) throws IOException {
    long bytes = attacker.times(32, 128) * (long) MIB;
    byte[] body = Bombs.gzip("{\"metric\":\"crowd\",\"tags\":[{}", ",{}", bytes, "]}");
    attacker.refused(413, postZipped("/api/search/lookup", body));
  }

  private static void nesting(Attacker attacker) throws IOException {
    toAll(attacker, Bombs.gzip("", "[", 4L * MIB, ""));
    toAll(attacker, Bombs.gzip("", "{\"a\":", 4L * MIB, ""));
  }

  private static void longString(Attacker attacker) throws IOException {
    long bytes = attacker.times(24, 200) * (long) MIB;
    toAll(attacker, Bombs.gzip("[{\"metric\":\"", "x", bytes, "\"}]"));
    attacker.ask(postZipped("/api/query", Bombs.gzip("{\"start\":\"", "\\u0000", bytes, "\"}")));
  }

  private static void longNumber(Attacker attacker) throws IOException {
    toAll(attacker, Bombs.gzip("{\"start\":", "9", 8L * MIB, "}"));
    String huge = "[{\"metric\":\"m\",\"timestamp\":1e999999999,\"value\":1e-999999999}]";
    for (String path : READ_JSON) {
      attacker.ask(Requests.post(path, huge));
      attacker.ask(Requests.post(path, huge.substring(1, huge.length() - 1)));
    }
  }

  private static void manyKeys(Attacker attacker) throws IOException {
    long bytes = attacker.times(16, 128) * (long) MIB;
    toAll(attacker, Bombs.gzip("{\"a\":1", ",\"a\":1", bytes, "}"));
    toAll(attacker, Bombs.gzip("{\"tags\":{\"a\":\"b\"", ",\"a\":\"b\"", bytes, "}}"));
  }

  private static void blanks(Attacker attacker) throws IOException {
    toAll(attacker, Bombs.gzip("", " \n", attacker.times(32, 250) * (long) MIB, ""));
  }

  private static void beyondLimit(Attacker attacker) throws IOException {
    byte[] body = Bombs.gzip("[1", ",1", 1_024L * MIB, "]");
    for (int i = 0; i < attacker.times(1, 20); i++) {
      attacker.ask(postZipped("/api/put", body));
      attacker.ask(postZipped("/api/annotation/bulk", body));
    }
  }

  private static void atOnce(Attacker attacker) throws IOException {
    byte[] body = Bombs.gzip("[{\"metric\":\"m\"}", ",{}", 100L * MIB, "]");
    attacker.askAtOnce(attacker.times(8, 100), postZipped("/api/put?details", body));
  }

  private static void brokenGzip(Attacker attacker) throws IOException {
    byte[] whole = Bombs.gzip("[", "1,", MIB, "1]");
    byte[] wrongSum = whole.clone();
    wrongSum[wrongSum.length - 5] ^= 1;
    byte[] cut = Arrays.copyOf(whole, whole.length / 2);
    byte[] magicOnly = Arrays.copyOf(whole, 2);
    for (byte[] body : List.of(wrongSum, cut, magicOnly, "plain".getBytes(UTF_8))) {
      attacker.ask(postZipped("/api/put", body));
      attacker.ask(postZipped("/api/query", body));
    }
    for (String encoding : List.of("compress", "br", "zstd", "gzip, gzip", "x".repeat(1_000))) {
      String header = "Content-Encoding: " + encoding;
      attacker.ask(request("POST", "/api/put", whole, header));
    }
  }

  private static void malformed(Attacker attacker) throws IOException {
    List<String> bodies =
        List.of(
            "[",
            "{",
            "nul",
            "\"",
            "[1,]",
            "{\"a\"}",
            "\u0000",
            "\ufeff[]",
            "[]]",
            "{}{}",
            "{\"queries\":1}",
            "{\"start\":{}}",
            "[[[[]]]]",
            "{\"metrics\":{\"a\":[[]]}}",
            "{\"start\":1,\"queries\":[null]}",
            "{\"time\":null,\"filters\":[null],\"metrics\":7}");
    for (String path : READ_JSON) {
      for (String body : bodies) {
        attacker.ask(Requests.post(path, body));
      }
    }
  }
}
