package goku.compactor.merge;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SeriesSink;
import goku.model.NameHash;
import goku.model.PointBuffer;
import goku.model.Sharding;
import goku.model.Tier;
import goku.model.ValueType;
import goku.tier.ConsumedWindows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A sink that counts datapoints by shard of GokuS and window, and passes everything on. Datapoints
/// that are NaN do not count, because rollups do not represent them. Owned by one thread.
final class WindowCounts implements SeriesSink {
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();

  private final SeriesSink to;
  private final Sharding memory;
  private final boolean raw;
  private final long startMillis;
  private final int windows;
  private final List<Long> metrics = new ArrayList<>();
  private final Map<Integer, long[]> counts = new HashMap<>();

  /// @param memory sharding of GokuS
  /// @param raw whether raw datapoints are kept; else rollups tell how many they represent
  WindowCounts(SeriesSink to, Sharding memory, boolean raw, long startMillis, long lengthMillis) {
    this.to = to;
    this.memory = memory;
    this.raw = raw;
    this.startMillis = startMillis;
    windows = (int) (lengthMillis / WINDOW);
  }

  /// Returns the windows of a shard of GokuS with their numbers of datapoints.
  ConsumedWindows with(ConsumedWindows consumed) {
    long[] found = counts.getOrDefault(consumed.shard(), new long[windows]);
    return consumed.withPoints(Arrays.stream(found).boxed().toList());
  }

  @Override
  public void metric(byte[] utf8) throws IOException {
    metrics.add(NameHash.of(utf8));
    to.metric(utf8);
  }

  @Override
  public void pair(byte[] utf8) throws IOException {
    to.pair(utf8);
  }

  @Override
  public void add(long hash, int[] terms, int termCount, PointBuffer points, RollupBuffer rollups)
      throws IOException {
    int shard = memory.shardOf(metrics.get(terms[0]), hash);
    long[] ofShard = counts.computeIfAbsent(shard, missing -> new long[windows]);
    if (raw) {
      count(points, ofShard);
    } else {
      count(rollups, ofShard);
    }
    to.add(hash, terms, termCount, points, rollups);
  }

  private void count(PointBuffer points, long[] into) {
    long[] times = points.timestamps();
    boolean histograms = points.type() == ValueType.HISTOGRAMS;
    double[] values = histograms ? points.words() : points.values();
    int i = 0;
    while (i < points.size()) {
      int window = window(times[i]);
      long end = startMillis + (window + 1) * WINDOW;
      int count = 0;
      for (; i < points.size() && times[i] < end; i++) {
        count += histograms || !Double.isNaN(values[i]) ? 1 : 0;
      }
      into[window] += count;
    }
  }

  private void count(RollupBuffer rollups, long[] into) {
    for (int i = 0; i < rollups.size(); i++) {
      into[window(rollups.times()[i])] += (long) rollups.counts()[i];
    }
  }

  private int window(long millis) {
    return (int) ((millis - startMillis) / WINDOW);
  }
}
