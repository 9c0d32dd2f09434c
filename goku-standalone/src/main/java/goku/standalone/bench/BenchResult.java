package goku.standalone.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import goku.standalone.bench.ask.LatencySummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run has measured.
///
/// @param load null when nothing was loaded
@JsonInclude(JsonInclude.Include.NON_NULL)
record BenchResult(
    int hosts, long series, int readings, @Nullable Load load, List<LatencySummary> queries) {
  /// @param sentSeconds until all was acknowledged
  /// @param queryableSeconds until all could be queried
  /// @param cpuSeconds of the server meanwhile; 0 when it is not known
  /// @param residentBytes of the server afterwards, and `grownBytes` more than before; 0 when they
  ///   are not known
  record Load(
      String target,
      long datapoints,
      long bytes,
      double sentSeconds,
      double queryableSeconds,
      double cpuSeconds,
      long residentBytes,
      long grownBytes) {
    double perSecond() {
      return datapoints / queryableSeconds;
    }
  }
}
