package goku.integration.cluster.load;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A comparison of answers with the known data.
final class Judge {
  /// The tolerance of a value: the error of a division. Different values differ by far more.
  private static final double ROUNDING = 1e-12;

  private Judge() {}

  /// @param marked whether the answer says that something may be missing
  static Verdict of(Question question, int status, boolean marked, String body) {
    if (status != 200) {
      return new Verdict(Verdict.Kind.FAILED, "status " + status + ": " + body);
    }
    Map<Map<String, String>, SortedMap<Long, Double>> found;
    try {
      found = parsed(body);
    } catch (RuntimeException unreadable) {
      return new Verdict(Verdict.Kind.WRONG, unreadable.toString());
    }
    Map<Map<String, String>, SortedMap<Long, Double>> expected = question.expected();
    if (marked) {
      boolean raw = question.shape() == Shape.RAW || question.shape() == Shape.EACH_RAW;
      String foreign = raw ? foreign(expected, found) : "";
      return new Verdict(foreign.isEmpty() ? Verdict.Kind.MARKED : Verdict.Kind.WRONG, foreign);
    }
    String difference = difference(expected, found);
    return difference.isEmpty()
        ? new Verdict(Verdict.Kind.RIGHT, "")
        : new Verdict(Verdict.Kind.WRONG, difference);
  }

  /// Returns stored datapoints that should not exist; empty for none.
  private static String foreign(
      Map<Map<String, String>, SortedMap<Long, Double>> expected,
      Map<Map<String, String>, SortedMap<Long, Double>> found) {
    for (var series : found.entrySet()) {
      SortedMap<Long, Double> wanted = expected.getOrDefault(series.getKey(), new TreeMap<>());
      for (var point : series.getValue().entrySet()) {
        Double value = wanted.get(point.getKey());
        if (value == null || !same(value, point.getValue())) {
          return "%s at %d: want %s or nothing, got %s"
              .formatted(series.getKey(), point.getKey(), value, point.getValue());
        }
      }
    }
    return "";
  }

  private static String difference(
      Map<Map<String, String>, SortedMap<Long, Double>> expected,
      Map<Map<String, String>, SortedMap<Long, Double>> found) {
    if (!expected.keySet().equals(found.keySet())) {
      return "series: want %s, got %s".formatted(expected.keySet(), found.keySet());
    }
    for (var series : expected.entrySet()) {
      SortedMap<Long, Double> got = found.getOrDefault(series.getKey(), new TreeMap<>());
      if (!series.getValue().keySet().equals(got.keySet())) {
        return "%s: want the times %s, got %s"
            .formatted(series.getKey(), series.getValue().keySet(), got.keySet());
      }
      for (var point : series.getValue().entrySet()) {
        double value = got.getOrDefault(point.getKey(), Double.NaN);
        if (!same(point.getValue(), value)) {
          return "%s at %d: want %s, got %s"
              .formatted(series.getKey(), point.getKey(), point.getValue(), value);
        }
      }
    }
    return "";
  }

  private static boolean same(double wanted, double got) {
    return Math.abs(wanted - got) <= ROUNDING * Math.abs(wanted);
  }

  private static Map<Map<String, String>, SortedMap<Long, Double>> parsed(String body) {
    Map<Map<String, String>, SortedMap<Long, Double>> all = new HashMap<>();
    for (JsonNode series : GokuHttp.parse(body)) {
      Map<String, String> tags = new HashMap<>();
      series
          .get("tags")
          .properties()
          .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
      SortedMap<Long, Double> points = new TreeMap<>();
      series
          .get("dps")
          .properties()
          .forEach(point -> points.put(Long.valueOf(point.getKey()), point.getValue().asDouble()));
      all.put(tags, points);
    }
    return all;
  }
}
