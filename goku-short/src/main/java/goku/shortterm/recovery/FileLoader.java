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

/// The loading of a finalized bucket's file into a shard: datapoints stay in the file, and only a
/// table from slots to entries is built. Throws a `NoSpaceException` if the series do not fit.
/// Owned by the thread that is the shard's writer meanwhile.
final class FileLoader {
  private final Shard shard;
  private final BucketFile file;
  private final FinalizedPart part;
  private final RoaringBitmap removed;
  private final IndexLoader loader;
  private final LoadedNames names;
  private final @Nullable FileSeries newer;
  private final FileSeries series;

  /// @param removed entries that were removed
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
    names = new LoadedNames(loader);
  }

  void load() {
    try {
      loadSeries();
    } catch (NoSpaceException e) {
      part.close();
      throw e;
    }
    loader.finish();
    part.leaveOut(removed.getCardinality());
    shard.buckets().forWriting(number()).restore(part);
  }

  private int number() {
    return Bucket.numberOf(file.info().startMillis());
  }

  private void loadSeries() {
    for (int n = 0; n < file.metricCount(); n++) {
      names.addMetric(file.term(n));
    }
    for (int n = file.metricCount(); n < file.termCount(); n++) {
      names.addPair(file.term(n));
    }
    int bucket = number();
    file.forEachSeries((entry, hash, name, count) -> add(bucket, entry, hash, name, count));
  }

  /// Returns the loaded series, for the next file.
  FileSeries series() {
    return series;
  }

  private void add(int bucket, int entry, long hash, int[] name, int count) {
    if (removed.contains(entry)) {
      series.add(entry, FileSeries.NONE, TermDictionary.NONE, names.pairs(), 0);
      return;
    }
    names.translate(name, count);
    int metric = names.metric(name);
    int slot = slot(bucket, hash, metric, count - 1);
    series.add(entry, slot, metric, names.pairs(), count - 1);
    part.add(slot, entry);
  }

  /// Returns the slot of the series whose pairs were translated last.
  private int slot(int bucket, long hash, int metric, int count) {
    int known = newer == null ? FileSeries.NONE : newer.slotIfNext(metric, names.pairs(), count);
    if (known != FileSeries.NONE) {
      return known; // which has a later bucket
    }
    int slot = loader.series(hash, metric, names.pairs(), count);
    if (slot < 0) {
      throw new NoSpaceException();
    }
    shard.index().series().touch(slot, bucket);
    if (newer != null) {
      newer.goOnBehind(slot);
    }
    return slot;
  }
}
