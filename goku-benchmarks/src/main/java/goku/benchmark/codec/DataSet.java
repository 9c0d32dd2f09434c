package goku.benchmark.codec;

import java.util.List;

/// Series to measure a codec on.
///
/// @param shared whether all series have the same timestamps, so that they are stored once
record DataSet(String name, boolean shared, List<Series> series) {
  /// @param timestamps in milliseconds, strictly ascending
  record Series(String name, long[] timestamps, double[] values) {}

  long points() {
    return series.stream().mapToLong(s -> s.values().length).sum();
  }
}
