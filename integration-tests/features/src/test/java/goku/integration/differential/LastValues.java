package goku.integration.differential;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// The last values of the series of answers of `/api/query`.
final class LastValues {
  private static final double TOLERANCE = 1e-9;

  private LastValues() {}

  /// Returns whether each series of an answer is in another one with the same times and the same
  /// first value. Only values from some later time on differ, and the other answer may have more
  /// series.
  static boolean onlyDiffer(JsonNode one, JsonNode other) {
    for (JsonNode series : one) {
      boolean isFound = false;
      for (JsonNode candidate : other) {
        isFound |= onlyDifferInLast(series, candidate);
      }
      if (!isFound) {
        return false;
      }
    }
    return true;
  }

  private static boolean onlyDifferInLast(JsonNode one, JsonNode other) {
    List<Datapoint> ones = datapoints(one.path("dps"));
    List<Datapoint> others = datapoints(other.path("dps"));
    boolean isSame =
        one.path("metric").equals(other.path("metric"))
            && one.path("tags").equals(other.path("tags"))
            && ones.size() == others.size();
    for (int i = 0; i < ones.size() && isSame; i++) {
      isSame =
          ones.get(i).time().equals(others.get(i).time())
              && (i > 0 || ones.get(i).isLike(others.get(i)));
    }
    return isSame;
  }

  private record Datapoint(String time, double value) {
    boolean isLike(Datapoint other) {
      return value == other.value || Math.abs(value - other.value) <= TOLERANCE * Math.abs(value);
    }
  }

  /// Returns the datapoints of an object, or of an array of pairs.
  private static List<Datapoint> datapoints(JsonNode dps) {
    List<Datapoint> datapoints = new ArrayList<>();
    if (dps.isArray()) {
      dps.forEach(
          pair -> datapoints.add(new Datapoint(pair.path(0).asText(), pair.path(1).asDouble())));
    } else {
      dps.properties()
          .forEach(
              datapoint ->
                  datapoints.add(
                      new Datapoint(datapoint.getKey(), datapoint.getValue().asDouble())));
    }
    return datapoints;
  }
}
