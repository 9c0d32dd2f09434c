package goku.compactor.work;

import goku.compactor.merge.ForwardingSource;
import goku.compactor.plan.Job;
import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SortedSource;
import goku.model.NameHash;
import goku.model.PointBuffer;
import goku.model.Sharding;
import java.io.IOException;

/// A source that is a time range of a bucket, without the series of some shards of GokuS. Owned by
/// one thread.
final class SlicedSource extends ForwardingSource {
  private final Job.Slice slice;
  private final Sharding memory;
  private int metric = -1;
  private long metricHash;

  /// @param memory sharding of GokuS
  SlicedSource(SortedSource whole, Job.Slice slice, Sharding memory) {
    super(whole);
    this.slice = slice;
    this.memory = memory;
  }

  @Override
  public void raw(PointBuffer into) throws IOException {
    if (isLeftOut()) {
      return;
    }
    int from = into.size();
    whole.raw(into);
    long[] times = into.timestamps();
    int first = firstFrom(times, from, into.size(), slice.startMillis());
    int end = firstFrom(times, first, into.size(), slice.endMillis());
    System.arraycopy(times, first, times, from, end - first);
    System.arraycopy(into.words(), first, into.words(), from, end - first);
    into.setSize(from + end - first);
  }

  @Override
  public void rollups(RollupBuffer into) throws IOException {
    if (isLeftOut()) {
      return;
    }
    int from = into.size();
    whole.rollups(into);
    long[] times = into.times();
    int first = firstFrom(times, from, into.size(), slice.startMillis());
    int end = firstFrom(times, first, into.size(), slice.endMillis());
    System.arraycopy(times, first, times, from, end - first);
    for (double[] values : new double[][] {into.sums(), into.counts(), into.mins(), into.maxes()}) {
      System.arraycopy(values, first, values, from, end - first);
    }
    into.setSize(from + end - first);
  }

  private boolean isLeftOut() throws IOException {
    if (slice.without().isEmpty()) {
      return false;
    }
    if (metric != terms()[0]) {
      metric = terms()[0];
      metricHash = NameHash.of(term(metric));
    }
    return slice.without().contains(memory.shardOf(metricHash, hash()));
  }

  /// Returns the index of the first time at or after the given one.
  private static int firstFrom(long[] times, int from, int to, long millis) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] < millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
