package goku.benchmark.codec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Series to measure a codec on.
///
/// @param shared whether all series have the same timestamps, so that they are stored once
public record DataSet(String name, boolean shared, List<Series> series) {
  public static final class Series {
    public final String name;

    /// In milliseconds, strictly ascending.
    final long[] timestamps;

    public final double[] values;

    Series(String name, long[] timestamps, double[] values) {
      this.name = name;
      this.timestamps = timestamps;
      this.values = values;
    }
  }

  private static final int DEVOPS_HOSTS = 10;
  private static final int DEVOPS_READINGS = 1440;
  private static final int PLAIN_SERIES = 100;

  /// The data sets of a directory with `nab/<folder>/*.csv` and `hostcapture/*.tsv.gz`, and those
  /// that are generated.
  static List<DataSet> readAll(Path directory) throws IOException {
    List<DataSet> sets = new ArrayList<>(NabData.read(directory.resolve("nab")));
    sets.add(HostCapture.read(directory.resolve("hostcapture/host_metrics_10s.tsv.gz")));
    sets.add(DevopsData.generate(DEVOPS_HOSTS, DEVOPS_READINGS));
    sets.addAll(PlainData.generate(PLAIN_SERIES, DEVOPS_READINGS));
    return sets;
  }

  long points() {
    return series.stream().mapToLong(s -> s.values.length).sum();
  }
}
