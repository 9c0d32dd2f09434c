package goku.standalone.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import goku.standalone.bench.ask.LatencySummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The measurements of a run.
///
/// @param load null if nothing was loaded
@JsonInclude(JsonInclude.Include.NON_NULL)
record BenchResult(
    int hosts, long series, int readings, @Nullable Load load, List<LatencySummary> queries) {
  /// @param sentSeconds seconds until everything was acknowledged
  /// @param queryableSeconds seconds until queries found everything
  /// @param cpuSeconds CPU time of the server meanwhile; 0 if unknown
  /// @param residentBytes resident memory of the server afterwards, and `grownBytes` its growth; 0
  ///   if unknown
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
