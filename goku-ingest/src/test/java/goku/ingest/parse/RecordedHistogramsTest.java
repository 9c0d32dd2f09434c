package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.ingest.HistogramText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every write of histograms that was recorded from OpenTSDB 2.4.1, and what becomes of it here.
class RecordedHistogramsTest {
  private static final SeriesNameRules STRICT = SeriesNameRules.strict(256, 1000);
  private static final SeriesNameRules DEFAULT = SeriesNameRules.generous(32, 256, 1000);

  record Recorded(String id, String request, String openTsdb, String strict, String byDefault) {
    @Override
    public String toString() {
      return id;
    }
  }

  static Stream<Recorded> recorded() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            RecordedHistogramsTest.class.getResourceAsStream("recorded-histograms.txt"))) {
      return new String(file.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(line -> line.split("\t", -1))
              .map(parts -> new Recorded(parts[0], parts[1], parts[2], parts[3], parts[4]))
              .toList()
              .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void everyWriteIsAnsweredAsWritten(Recorded recorded) {
    assertThat(answer(recorded.request, STRICT)).isEqualTo(recorded.strict);
    assertThat(answer(recorded.request, DEFAULT)).isEqualTo(recorded.byDefault);
  }

  /// Bounds that are not finite and a negative number of buckets are refused. Nobody could read the
  /// former in a chart, and the latter is a broken encoder.
  @ParameterizedTest
  @MethodSource("recorded")
  void strictWritesAreAcceptedIfOpenTsdbAcceptsThem(Recorded recorded) {
    boolean isHttp = recorded.request.startsWith("{");
    if (isHttp && !recorded.strict.contains("must be")) {
      assertThat(recorded.strict.contains("u=")).isEqualTo(recorded.openTsdb.equals("ok"));
    }
  }

  private static String answer(String request, SeriesNameRules rules) {
    byte[] bytes = request.getBytes(UTF_8);
    return request.startsWith("{") || request.startsWith("[")
        ? json(bytes, rules)
        : line(bytes, rules);
  }

  private static String line(byte[] line, SeriesNameRules rules) {
    var point = new Datapoint();
    Rejection rejection = new HistogramLine(rules, 1000, 42).parse(line, 0, line.length, point);
    return rejection == null ? stored(point) : rejection.message();
  }

  private static String stored(Datapoint point) {
    return HistogramText.of(Objects.requireNonNull(point.histogram()));
  }

  private static String json(byte[] body, SeriesNameRules rules) {
    List<String> answers = new ArrayList<>();
    var handler =
        new PointHandler() {
          @Override
          public @Nullable Rejection accept(Datapoint point) {
            answers.add(stored(point));
            return null;
          }

          @Override
          public void rejected(Rejection rejection, byte[] source, int offset, int length) {
            answers.add(
                (rejection.reason().isUnreadable() ? "unreadable: " : "") + rejection.message());
          }
        };
    JsonReader.ofHistograms(rules, 42).readFirst(body, 0, body.length, handler);
    return answers.getFirst();
  }
}
