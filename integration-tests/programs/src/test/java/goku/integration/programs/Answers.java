package goku.integration.programs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.integration.fixture.GokuHttp;
import goku.integration.programs.recording.SentDatapoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The comparison of sent datapoints with the answers of `/api/query` to raw queries.
final class Answers {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final GokuHttp goku;

  Answers(GokuHttp goku) {
    this.goku = goku;
  }

  /// A series and a time.
  private record Place(Map<String, String> tags, long timeMillis) {}

  /// The result.
  ///
  /// @param sent places, each a series and a time; the last value sent to a place counts
  /// @param equal places that are answered with the value sent
  /// @param differences the other places, and those that were not sent
  record Compared(int sent, int equal, List<String> differences) {}

  Compared compare(List<SentDatapoint> datapoints) {
    Map<String, List<SentDatapoint>> byMetric =
        datapoints.stream().collect(Collectors.groupingBy(SentDatapoint::metric));
    int sent = 0;
    int equal = 0;
    List<String> differences = new ArrayList<>();
    for (Map.Entry<String, List<SentDatapoint>> metric : byMetric.entrySet()) {
      Map<Place, Double> expected = new TreeMap<>(Answers::order);
      metric
          .getValue()
          .forEach(one -> expected.put(new Place(one.tags(), one.timeMillis()), one.value()));
      Map<Place, Double> answered = answer(metric.getKey(), metric.getValue());
      var places = new TreeSet<Place>(Answers::order);
      places.addAll(expected.keySet());
      places.addAll(answered.keySet());
      sent += expected.size();
      for (Place place : places) {
        Double wanted = expected.get(place);
        Double got = answered.get(place);
        if (wanted != null && wanted.equals(got)) {
          equal++;
        } else {
          differences.add(
              "%s %s %d: sent %s, answered %s"
                  .formatted(metric.getKey(), place.tags(), place.timeMillis(), wanted, got));
        }
      }
    }
    return new Compared(sent, equal, differences);
  }

  private static int order(Place one, Place other) {
    int tags =
        new TreeMap<>(one.tags()).toString().compareTo(new TreeMap<>(other.tags()).toString());
    return tags != 0 ? tags : Long.compare(one.timeMillis(), other.timeMillis());
  }

  /// Returns all datapoints of the metric between the first and the last one sent.
  private Map<Place, Double> answer(String metric, List<SentDatapoint> sent) {
    var times = sent.stream().mapToLong(SentDatapoint::timeMillis).summaryStatistics();
    var query = JSON.createObjectNode();
    query
        .put("start", times.getMin() - 1) // OpenTSDB refuses a range of no length
        .put("end", times.getMax())
        .put("msResolution", true);
    query.putArray("queries").addObject().put("metric", metric).put("aggregator", "none");
    HttpResponse<String> answer = goku.post("/api/query", query.toString().getBytes(UTF_8));
    Map<Place, Double> points = new TreeMap<>(Answers::order);
    if (answer.statusCode() != 200) {
      return points; // a metric that has not arrived yet
    }
    for (JsonNode series : parse(answer.body())) {
      Map<String, String> tags = new TreeMap<>();
      series
          .get("tags")
          .properties()
          .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
      for (Map.Entry<String, JsonNode> point : series.get("dps").properties()) {
        points.put(new Place(tags, Long.parseLong(point.getKey())), point.getValue().doubleValue());
      }
    }
    return points;
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
