package goku.integration.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The reference is right by the record: it answers as OpenTSDB 2.4.1 did.
class RecordedAnswersTest {
  private static final List<String> FILES =
      List.of(
          "agg", "downsample", "fill", "rate", "filter", "edges", "calendar", "time", "options");

  /// Storage keeps doubles: a series of zeros that OpenTSDB took for floats counts as integers, and
  /// integers beyond 2^53 lose their last digits.
  private static final Set<String> DOUBLES =
      Set.of(
          "agg-agg-const-03",
          "agg-agg-overflow-01",
          "agg-agg-overflow-05",
          "rate-rate-counter-03",
          "rate-rate-counter-max-03",
          "rate-rate-downsample-03",
          "options-opt-subqueries-07");

  private static Reference reference;

  @BeforeAll
  static void load() throws IOException {
    reference = new Reference(dataSet());
  }

  @TestFactory
  Stream<DynamicContainer> answersAsRecorded() {
    return FILES.stream()
        .map(
            file ->
                DynamicContainer.dynamicContainer(
                    file,
                    cases(file).stream()
                        .filter(RecordedAnswersTest::isForTheReference)
                        .map(
                            json ->
                                DynamicTest.dynamicTest(
                                    json.get("id").asText(), () -> check(json)))));
  }

  @Test
  void takesMostOfTheCases() {
    long taken =
        FILES.stream()
            .flatMap(file -> cases(file).stream())
            .filter(RecordedAnswersTest::isForTheReference)
            .count();
    assertThat(taken).isGreaterThan(550);
  }

  private static boolean isForTheReference(JsonNode json) {
    if (!json.get("compare").asText().equals("query")
        || DOUBLES.contains(json.get("id").asText())) {
      return false;
    }
    try {
      new CaseReader(json).request();
      return true;
    } catch (CaseReader.OddSpelling e) {
      return false;
    }
  }

  private static void check(JsonNode json) {
    var reader = new CaseReader(json);
    Answer answer = reference.answer(reader.request());
    assertThat(answer.status()).isEqualTo(json.get("expect").get("status").asInt());
    Map<String, JsonNode> wanted = new TreeMap<>();
    for (JsonNode series : json.get("expect").get("body")) {
      if (!series.has("statsSummary")) {
        wanted.merge(name(series), series, (a, b) -> a);
      }
    }
    Map<String, AnsweredSeries> found = new TreeMap<>();
    answer.series().forEach(series -> found.putIfAbsent(name(series), series));
    assertThat(found.keySet()).isEqualTo(wanted.keySet());
    wanted.forEach(
        (name, want) ->
            compare(want.get("dps"), Objects.requireNonNull(found.get(name)), reader, json));
  }

  private static void compare(JsonNode want, AnsweredSeries got, CaseReader reader, JsonNode json) {
    Map<Long, JsonNode> wanted = new TreeMap<>();
    if (want.isArray()) {
      want.forEach(point -> wanted.put(point.get(0).asLong(), point.get(1)));
    } else {
      want.properties()
          .forEach(point -> wanted.put(Long.valueOf(point.getKey()), point.getValue()));
    }
    Map<Long, @Nullable Number> found = new TreeMap<>();
    got.points()
        .forEach(
            point ->
                found.put(point.timestamp() / (reader.milliseconds() ? 1 : 1000), point.value()));
    assertThat(found.keySet()).isEqualTo(wanted.keySet());
    double tolerance = json.path("tolerance").asDouble(1e-9);
    wanted.forEach(
        (time, value) -> {
          Number number = found.get(time);
          assertThat(number == null).as("null at %d", time).isEqualTo(value.isNull());
          double a = value.isNumber() ? value.asDouble() : Double.NaN;
          double b = number == null ? Double.NaN : number.doubleValue();
          boolean same =
              Double.compare(a, b) == 0
                  || Math.abs(a - b)
                      <= Math.max(1e-12, tolerance * Math.max(Math.abs(a), Math.abs(b)));
          assertThat(same).as("at %d: want %s, got %s", time, value, b).isTrue();
        });
  }

  private static String name(JsonNode series) {
    Map<String, String> tags = new TreeMap<>();
    series.get("tags").properties().forEach(t -> tags.put(t.getKey(), t.getValue().asText()));
    Set<String> aggregated = new TreeSet<>();
    series.get("aggregateTags").forEach(key -> aggregated.add(key.asText()));
    return series.get("metric").asText() + tags + aggregated;
  }

  private static String name(AnsweredSeries series) {
    return series.metric() + series.tags() + new TreeSet<>(series.aggregateTags());
  }

  private static List<JsonNode> cases(String file) {
    try (var in = resource("cases-" + file + ".json")) {
      List<JsonNode> cases = new ArrayList<>();
      new ObjectMapper().readTree(in).forEach(cases::add);
      return cases;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /// Lines of `metric timestamp value key=value..`, timestamps in seconds or milliseconds; of two
  /// values the last one counts.
  private static List<StoredSeries> dataSet() throws IOException {
    Map<String, TreeMap<Long, Double>> points = new LinkedHashMap<>();
    try (var in = new GZIPInputStream(resource("dataset.txt.gz"));
        var lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", 4);
        long time = Long.parseLong(words[1]);
        points
            .computeIfAbsent(words[0] + " " + words[3], name -> new TreeMap<>())
            .put(time < 100_000_000_000L ? time * 1000 : time, Double.valueOf(words[2]));
      }
    }
    List<StoredSeries> series = new ArrayList<>();
    points.forEach(
        (name, values) -> {
          String[] words = name.split(" ", -1);
          TreeMap<String, String> tags = new TreeMap<>();
          for (int i = 1; i < words.length; i++) {
            String[] tag = words[i].split("=", 2);
            tags.put(tag[0], tag[1]);
          }
          series.add(new StoredSeries(words[0], tags, values));
        });
    return series;
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(
        RecordedAnswersTest.class.getResourceAsStream("/conformance/" + name), name);
  }
}
