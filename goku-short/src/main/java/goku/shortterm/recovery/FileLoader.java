package goku.shortterm.recovery;

import goku.format.bucket.BucketFile;
import goku.index.IndexLoader;
import goku.index.TermDictionary;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.node.NodeResources;
import goku.shortterm.shard.Shard;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/// Puts the file of a finalized bucket into a shard: the datapoints stay where they are, only a
/// table from slots to entries is made. Owned by the thread that is the shard's writer meanwhile.
final class FileLoader {
  private final Shard shard;
  private final BucketFile file;
  private final FinalizedPart part;
  private final RoaringBitmap removed;
  private final IndexLoader loader;
  private final int[] terms;
  private final @Nullable FileSeries newer;
  private final FileSeries series;
  private int[] pairs = new int[64];

  /// @param removed entries that are gone
  /// @param newer the series of the file that was loaded before, which is newer; null for none
  FileLoader(
      Shard shard,
      NodeResources node,
      BucketFile file,
      Path path,
      RoaringBitmap removed,
      @Nullable FileSeries newer) {
    this.shard = shard;
    this.file = file;
    this.removed = removed;
    this.newer = newer;
    part = new FinalizedPart(file, path, node.pool(), node.use());
    series = new FileSeries(part);
    loader = shard.index().loader();
    terms = new int[file.termCount()];
  }

  FinalizedPart load() {
    for (int n = 0; n < terms.length; n++) {
      byte[] text = file.term(n);
      terms[n] = n < file.metricCount() ? loader.metric(text) : loader.pair(text);
    }
    Bucket bucket = shard.buckets().forWriting(Bucket.numberOf(file.info().startMillis()));
    file.forEachSeries(
        (entry, hash, name, count) -> add(bucket.number(), entry, hash, name, count));
    loader.finish();
    part.leaveOut(removed.getCardinality());
    bucket.restore(part);
    return part;
  }

  /// What was loaded, for the next file.
  FileSeries series() {
    return series;
  }

  private void add(int bucket, int entry, long hash, int[] name, int count) {
    if (count > pairs.length) {
      pairs = new int[count];
    }
    if (removed.contains(entry)) {
      series.add(entry, FileSeries.NONE, TermDictionary.NONE, pairs, 0);
      return;
    }
    int metric = terms[name[0]];
    boolean complete = metric >= 0;
    for (int n = 1; n < count; n++) {
      pairs[n - 1] = terms[name[n]];
      complete &= pairs[n - 1] >= 0;
    }
    int slot = complete ? slot(bucket, hash, metric, count - 1) : FileSeries.NONE;
    series.add(entry, Math.max(slot, FileSeries.NONE), metric, pairs, count - 1);
    if (slot >= 0) {
      part.add(slot, entry);
    } else {
      shard.refuseForMemory(file.points(entry));
    }
  }

  /// The slot of the series with these `pairs`; negative when there is no memory.
  private int slot(int bucket, long hash, int metric, int count) {
    int known = newer == null ? FileSeries.NONE : newer.slotIfNext(metric, pairs, count);
    if (known != FileSeries.NONE) {
      return known; // which has a later bucket
    }
    int slot = loader.series(hash, metric, pairs, count);
    if (slot >= 0) {
      shard.index().series().touch(slot, bucket);
      if (newer != null) {
        newer.goOnBehind(slot);
      }
    }
    return slot;
  }
}
