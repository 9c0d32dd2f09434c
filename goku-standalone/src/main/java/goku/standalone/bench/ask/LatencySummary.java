package goku.standalone.bench.ask;

import java.util.List;
import java.util.stream.IntStream;

/// The latencies of the queries of one type: milliseconds until the last byte.
///
/// @param percentiles the percentiles 1 to 99
public record LatencySummary(
    String query,
    int count,
    double mean,
    double p50,
    double p95,
    double p99,
    double most,
    List<Double> percentiles) {
  public LatencySummary {
    percentiles = List.copyOf(percentiles);
  }

  static LatencySummary of(QueryType type, long[] sortedNanos) {
    long sum = 0;
    for (long nanos : sortedNanos) {
      sum += nanos;
    }
    return new LatencySummary(
        type.title(),
        sortedNanos.length,
        sum / 1e6 / sortedNanos.length,
        at(sortedNanos, 0.5),
        at(sortedNanos, 0.95),
        at(sortedNanos, 0.99),
        at(sortedNanos, 1),
        IntStream.range(1, 100).mapToObj(percent -> at(sortedNanos, percent / 100.0)).toList());
  }

  private static double at(long[] sortedNanos, double share) {
    int index = (int) Math.ceil(share * sortedNanos.length) - 1;
    return sortedNanos[Math.max(0, index)] / 1e6;
  }
}
