package goku.benchmark.growth;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;

/// The results of a step, as `goku bench` wrote them.
///
/// @param first the load of new series
/// @param warm the loads of a warm server
/// @param queries the queries afterwards
record Measurement(Step step, JsonNode first, List<JsonNode> warm, JsonNode queries) {
  Measurement {
    warm = List.copyOf(warm);
  }

  double firstPerSecond() {
    return perSecond(first);
  }

  double perSecond() {
    return perSecond(typical());
  }

  /// Returns the server's CPU seconds per million datapoints of the same load.
  double cpuSeconds() {
    return field(typical(), "cpuSeconds") / (field(typical(), "datapoints") / 1e6);
  }

  /// The load that is neither quick nor slow.
  private JsonNode typical() {
    return warm.stream()
        .sorted(Comparator.comparingDouble(Measurement::perSecond))
        .skip(warm.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  /// Resident bytes of the server that came with the first load, by its series.
  double bytesOfASeries() {
    return field(first, "grownBytes") / step.series();
  }

  /// Milliseconds.
  ///
  /// @param type of the query, by its place in the benchmark's list
  /// @param quantile such as `p50`
  double latency(int type, String quantile) {
    return queries.path("queries").path(type).path(quantile).asDouble();
  }

  private static double perSecond(JsonNode result) {
    return field(result, "datapoints") / field(result, "queryableSeconds");
  }

  private static double field(JsonNode result, String name) {
    return result.path("load").path(name).asDouble();
  }
}
