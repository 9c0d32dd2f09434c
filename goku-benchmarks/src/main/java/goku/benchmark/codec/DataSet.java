package goku.benchmark.codec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Series to measure a codec on.
///
/// @param shared whether all series have the same timestamps, so that they are stored once
public record DataSet(String name, boolean shared, List<Series> series) {
  public static final class Series {
    public final String name;

    /// The timestamps in milliseconds, strictly ascending.
    final long[] timestamps;

    public final double[] values;

    Series(String name, long[] timestamps, double[] values) {
      this.name = name;
      this.timestamps = timestamps;
      this.values = values;
    }
  }

  private static final long START_MILLIS = 1_451_606_400_000L; // 2016-01-01
  private static final long MINUTE_MILLIS = 60_000;
  private static final int DEVOPS_HOSTS = 10;
  private static final int READINGS = 1440;
  private static final int PLAIN_SERIES = 100;

  /// The data sets of a directory with `nab/<folder>/*.csv` and `hostcapture/*.tsv.gz`, and those
  /// that are generated.
  static List<DataSet> readAll(Path directory) throws IOException {
    List<DataSet> sets = new ArrayList<>(NabData.read(directory.resolve("nab")));
    sets.add(HostCapture.read(directory.resolve("hostcapture/host_metrics_10s.tsv.gz")));
    sets.add(DevopsData.generate(DEVOPS_HOSTS, READINGS));
    sets.addAll(PlainData.generate(PLAIN_SERIES, READINGS));
    return sets;
  }

  /// The timestamps of generated series, in milliseconds.
  static long[] everyMinute(int readings) {
    var timestamps = new long[readings];
    Arrays.setAll(timestamps, i -> START_MILLIS + i * MINUTE_MILLIS);
    return timestamps;
  }

  long points() {
    return series.stream().mapToLong(s -> s.values.length).sum();
  }
}
