package goku.benchmark.codec;

import java.util.List;

/// Series to measure a codec on.
///
/// @param shared whether all series have the same timestamps, so that they are stored once
record DataSet(String name, boolean shared, List<Series> series) {
  static final class Series {
    final String name;

    /// In milliseconds, strictly ascending.
    final long[] timestamps;

    final double[] values;

    Series(String name, long[] timestamps, double[] values) {
      this.name = name;
      this.timestamps = timestamps;
      this.values = values;
    }
  }

  long points() {
    return series.stream().mapToLong(s -> s.values.length).sum();
  }
}
