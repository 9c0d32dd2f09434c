package goku.integration.storeddata;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/// The difference between an answer and the known datapoints.
///
/// @param status the status of the answer
/// @param exact the number of datapoints that are as they were written
/// @param marked the number of missing datapoints at times that the answer says are incomplete
/// @param unmarked the number of other missing datapoints
/// @param wrong the number of datapoints that nobody wrote
/// @param partial the mark of the answer; empty without one
/// @param example one of the unmarked or wrong datapoints; empty without one
record Comparison(
    int status, int exact, int marked, int unmarked, int wrong, String partial, String example) {
  static Comparison of(
      Map<String, NavigableMap<Long, Double>> wanted, int status, Mark mark, String body) {
    if (status != 200) {
      return new Comparison(status, 0, 0, 0, 0, mark.text(), body);
    }
    Map<String, Map<Long, Double>> found = found(GokuHttp.parse(body));
    int exact = 0;
    int marked = 0;
    int unmarked = 0;
    String example = "";
    for (var series : wanted.entrySet()) {
      Map<Long, Double> points = found.getOrDefault(series.getKey(), Map.of());
      for (var point : series.getValue().entrySet()) {
        long time = point.getKey();
        if (points.containsKey(time)) {
          exact += point.getValue().equals(points.get(time)) ? 1 : 0;
        } else if (mark.covers(time)) {
          marked++;
        } else {
          unmarked++;
          example = "missing %s at %d".formatted(series.getKey(), time);
        }
      }
    }
    int total = found.values().stream().mapToInt(Map::size).sum();
    if (total > exact) {
      example = wrongExample(wanted, found);
    }
    return new Comparison(status, exact, marked, unmarked, total - exact, mark.text(), example);
  }

  private static String wrongExample(
      Map<String, NavigableMap<Long, Double>> wanted, Map<String, Map<Long, Double>> found) {
    for (var series : found.entrySet()) {
      for (var point : new TreeMap<>(series.getValue()).entrySet()) {
        Map<Long, Double> expected = wanted.getOrDefault(series.getKey(), new TreeMap<>());
        if (!Objects.equals(expected.get(point.getKey()), point.getValue())) {
          return "%s at %d: want %s, got %s"
              .formatted(
                  series.getKey(), point.getKey(), expected.get(point.getKey()), point.getValue());
        }
      }
    }
    return "";
  }

  private static Map<String, Map<Long, Double>> found(JsonNode answer) {
    Map<String, Map<Long, Double>> found = new HashMap<>();
    GokuHttp.series(answer)
        .forEach((tags, points) -> found.put(tags.substring("host=".length()), points));
    return found;
  }

  boolean isExact() {
    return status == 200 && marked == 0 && unmarked == 0 && wrong == 0 && partial.isEmpty();
  }

  /// Returns whether the answer is right, says what it lacks, or is an error that asks for another
  /// try.
  boolean isExactOrMarked() {
    return status == 503 || (status == 200 && unmarked == 0 && wrong == 0);
  }
}
