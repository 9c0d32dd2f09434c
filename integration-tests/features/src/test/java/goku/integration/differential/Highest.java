package goku.integration.differential;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The numbers by which `highestMax` and `highestCurrent` choose series.
final class Highest {
  private Highest() {}

  /// Returns whether a request chooses the highest series, and the chosen ones of an answer have at
  /// least the numbers of another answer.
  static boolean isAtLeast(DrawnRequests.DrawnRequest request, JsonNode answer, JsonNode other) {
    String text = request.json().path("params").toString();
    if (!text.contains("\"highest")) {
      return false;
    }
    boolean isMax = text.contains("\"highestMax");
    List<Double> ours = numbers(answer, isMax);
    List<Double> theirs = numbers(other, isMax);
    for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
      if (ours.get(i) < theirs.get(i)) {
        return false;
      }
    }
    return ours.size() >= theirs.size();
  }

  /// Returns the numbers of the series in descending order.
  private static List<Double> numbers(JsonNode answer, boolean isMax) {
    List<Double> numbers = new ArrayList<>();
    for (JsonNode series : answer) {
      var points = new TreeMap<Long, Double>();
      for (Map.Entry<String, JsonNode> point : series.path("dps").properties()) {
        points.put(Long.parseLong(point.getKey()), point.getValue().asDouble(Double.NaN));
      }
      numbers.add(
          isMax ? max(points) : points.isEmpty() ? Double.NaN : points.lastEntry().getValue());
    }
    numbers.removeIf(number -> Double.isNaN(number));
    numbers.sort((one, two) -> Double.compare(two, one));
    return numbers;
  }

  private static double max(Map<Long, Double> points) {
    return points.values().stream()
        .filter(value -> !Double.isNaN(value))
        .mapToDouble(value -> value)
        .max()
        .orElse(Double.NaN);
  }
}
