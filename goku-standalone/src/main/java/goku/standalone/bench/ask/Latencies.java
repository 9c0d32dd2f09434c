package goku.standalone.bench.ask;

/// How long queries of one type took, in milliseconds until the last byte.
public record Latencies(
    String query, int count, double mean, double p50, double p95, double p99, double most) {
  static Latencies of(QueryType type, long[] sortedNanos) {
    long sum = 0;
    for (long nanos : sortedNanos) {
      sum += nanos;
    }
    return new Latencies(
        type.title(),
        sortedNanos.length,
        sum / 1e6 / sortedNanos.length,
        at(sortedNanos, 0.5),
        at(sortedNanos, 0.95),
        at(sortedNanos, 0.99),
        at(sortedNanos, 1));
  }

  private static double at(long[] sortedNanos, double share) {
    int index = (int) Math.ceil(share * sortedNanos.length) - 1;
    return sortedNanos[Math.max(0, index)] / 1e6;
  }
}
