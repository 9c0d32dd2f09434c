package goku.benchmark.recovery;

import goku.benchmark.index.NameGenerator;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.shard.ShardData;
import java.util.List;
import java.util.Set;

/// A comparison of shards' answers with the written data.
final class ReadBack {
  private static final SeriesFilter ALL = new SeriesFilter(null, List.of(), false);
  private static final TimeRange ALWAYS = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);
  private static final int SAMPLE = 1000;

  private ReadBack() {}

  /// Checks that every series has this number of datapoints, and every 1000th exactly the written
  /// ones. Returns the number of datapoints.
  static long check(List<? extends ShardData> shards, Workload workload) {
    var points = new PointBuffer();
    long total = 0;
    long series = 0;
    for (ShardData shard : shards) {
      try (SeriesSelection selection = shard.select(ALL, ALWAYS, Resolution.RAW)) {
        series += selection.size();
        for (int i = 0; i < selection.size(); i++) {
          selection.reader().read(i, points);
          require(points.size() == workload.readings(), "datapoints of a series", points.size());
          total += points.size();
        }
      }
    }
    require(series == workload.series(), "series", series);
    NameGenerator names = Workload.names();
    for (int number = 0; number < workload.series(); number += SAMPLE) {
      checkSeries(shards, workload, number, SeriesName.ofCanonical(names.name(number)));
    }
    return total;
  }

  private static void checkSeries(
      List<? extends ShardData> shards, Workload workload, int number, SeriesName name) {
    int shard = BenchmarkNode.NAMESPACE.sharding().shardOf(name.metricHash(), name.hash());
    var points = new PointBuffer();
    try (SeriesSelection selection =
        shards
            .get(shard)
            .select(SeriesFilter.ofNameHashes(Set.of(name.hash())), ALWAYS, Resolution.RAW)) {
      require(selection.size() == 1, "series with one name", selection.size());
      require(selection.metric(0).equals(name.metric()), "a name of another", number);
      selection.reader().read(0, points);
    }
    for (int reading = 0; reading < workload.readings(); reading++) {
      boolean equal =
          points.timestamps()[reading] == workload.timestamp(number, reading)
              && points.values()[reading] == workload.value(number, reading);
      require(equal, "another datapoint in series", number);
    }
  }

  private static void require(boolean condition, String what, long found) {
    if (!condition) {
      throw new IllegalStateException("read back: %s: %d".formatted(what, found));
    }
  }
}
