package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.postZipped;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The attacks by histograms: ranges, counts and base64 without a bound, and bodies of many that
/// are as large as permitted.
final class HistogramAttacks {
  private static final String PATH = "/api/histogram?details";

  private HistogramAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("histogram: bad elements with details", HistogramAttacks::badElements),
        new Attack("histogram: ranges without end", HistogramAttacks::ranges),
        new Attack("histogram: odd bounds and counts", HistogramAttacks::odd),
        new Attack("histogram: long and broken base64", HistogramAttacks::base64),
        new Attack("histogram: nested deeply", HistogramAttacks::nested),
        new Attack("histogram: the largest, in one body", HistogramAttacks::largest),
        new Attack("histogram: telnet lines at full speed", HistogramAttacks::lines));
  }

  private static long now() {
    return Instant.now().getEpochSecond();
  }

  private static String histogram(String fields) {
    return "{\"metric\":\"m\",\"timestamp\":%d,%s}".formatted(now(), fields);
  }

  private static void badElements(Attacker attacker) throws IOException {
    long bytes = attacker.times(8, 100) * 1_000_000L;
    for (String fields : List.of("\"buckets\":{\"x\":1}", "\"id\":7,\"value\":\"AAAA\"")) {
      attacker.ask(postZipped(PATH, Bombs.gzip("[1", "," + histogram(fields), bytes, "]")));
    }
    attacker.ask(postZipped(PATH, Bombs.gzip("", "{}\n", bytes, "")));
  }

  /// Counts of 0 at the ends are no ranges, so a body of them is one histogram.
  private static void ranges(Attacker attacker) throws IOException {
    long bytes = attacker.times(8, 100) * 1_000_000L;
    String begin = "{\"metric\":\"m\",\"timestamp\":" + now() + ",";
    attacker.ask(
        postZipped(PATH, Bombs.gzip(begin + "\"buckets\":{\"1,2\":1", ",\"1,2\":1", bytes, "}}")));
    String counts = begin + "\"positive\":{\"bucketCounts\":[0";
    attacker.ask(postZipped(PATH, Bombs.gzip(counts, ",0", bytes, "]}}")));
    attacker.ask(postZipped(PATH, Bombs.gzip(counts, ",0", bytes, ",1]}}")));
    attacker.ask(postZipped(PATH, Bombs.gzip(counts, ",1", bytes, "]}}")));
    attacker.ask(postZipped(PATH, Bombs.gzip(counts, ",\"1\"", bytes, "]}}")));
  }

  private static void odd(Attacker attacker) throws IOException {
    String digits = "9".repeat(900);
    for (String count : List.of("-1", "1.5", "1e999", "NaN", "true", "{}", "[]", "\"x\"", digits)) {
      attacker.refused(400, post(PATH, histogram("\"buckets\":{\"0,1\":%s}".formatted(count))));
      attacker.refused(400, post(PATH, histogram("\"zeroCount\":" + count)));
      attacker.refused(
          400, post(PATH, histogram("\"negative\":{\"bucketCounts\":[%s]}".formatted(count))));
    }
    for (String bounds : List.of("", ",", "NaN,1", "1e99,2", "\\ud800,1", digits + "," + digits)) {
      attacker.refused(400, post(PATH, histogram("\"buckets\":{\"%s\":1}".formatted(bounds))));
    }
    attacker.ask(post(PATH, histogram("\"buckets\":{\"" + "1".repeat(1_000_000) + "\":1}")));
    for (String field : List.of("scale", "zeroThreshold", "sum", "min", "max", "count")) {
      attacker.refused(400, post(PATH, histogram("\"zeroCount\":0,\"%s\":1e400".formatted(field))));
      attacker.ask(post(PATH, histogram("\"%s\":\"%s\"".formatted(field, "1".repeat(1_000_000)))));
    }
    for (String offset : List.of("2147483647", "-2147483648", "9223372036854775807")) {
      attacker.refused(
          400,
          post(
              PATH,
              histogram("\"positive\":{\"offset\":%s,\"bucketCounts\":[0,1]}".formatted(offset))));
    }
  }

  private static void base64(Attacker attacker) throws IOException {
    for (String value :
        List.of(
            "A", "AAAA", "f/8AAAAA", "//////////", "AAH" + "/".repeat(60), "A".repeat(1_000_000))) {
      attacker.refused(400, post(PATH, histogram("\"id\":42,\"value\":\"%s\"".formatted(value))));
    }
    long bytes = attacker.times(8, 100) * 1_000_000L;
    String begin = "{\"metric\":\"m\",\"timestamp\":1,\"id\":42,\"value\":\"";
    attacker.ask(postZipped(PATH, Bombs.gzip(begin, "f/8A", bytes, "\"}")));
  }

  private static void nested(Attacker attacker) throws IOException {
    for (String open :
        List.of("{\"buckets\":", "{\"positive\":{\"bucketCounts\":[", "{\"value\":[")) {
      attacker.ask(post(PATH, open.repeat(50_000)));
    }
  }

  private static void largest(Attacker attacker) throws IOException {
    String buckets =
        IntStream.range(0, 1024)
            .mapToObj(i -> "\"%d,%d.5\":1".formatted(i, i))
            .collect(Collectors.joining(",", "\"buckets\":{", "}"));
    String one = histogram(buckets);
    byte[] zipped = Bombs.gzip("[" + one, "," + one, attacker.times(8, 60) * 1_000_000L, "]");
    for (int i = 0; i < attacker.times(1, 20); i++) {
      attacker.ask(postZipped("/api/histogram", zipped));
    }
  }

  private static void lines(Attacker attacker) throws IOException {
    String word = "x".repeat(500);
    byte[] lines =
        "histogram m 1 %s a=b\nhistogram m 1 0,1=%s:1,2=1\nhistogram m 1 42 %s\nhistogram\n"
            .formatted(word, word, word)
            .repeat(1_000)
            .getBytes(ISO_8859_1);
    LineFlood.send(attacker, lines);
  }
}
