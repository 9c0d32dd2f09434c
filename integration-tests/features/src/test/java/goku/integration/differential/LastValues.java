package goku.integration.differential;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// The last values of the series of answers of `/api/query`.
final class LastValues {
  private static final double TOLERANCE = 1e-9;

  private LastValues() {}

  /// Returns whether two answers have the same series with the same times, and each series has the
  /// same first values. Only values from some later time on differ.
  static boolean onlyDiffer(JsonNode one, JsonNode other) {
    boolean differ = one.size() == other.size();
    for (int i = 0; i < one.size() && differ; i++) {
      differ = onlyDifferInLast(one.get(i), other.get(i));
    }
    return differ;
  }

  private static boolean onlyDifferInLast(JsonNode one, JsonNode other) {
    List<Datapoint> ones = datapoints(one.path("dps"));
    List<Datapoint> others = datapoints(other.path("dps"));
    boolean isSame = one.path("tags").equals(other.path("tags")) && ones.size() == others.size();
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
