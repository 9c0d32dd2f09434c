package goku.shortterm.recovery;

import goku.format.bucket.BucketFile;
import goku.index.IndexLoader;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.node.NodeResources;
import goku.shortterm.shard.Shard;
import java.nio.file.Path;
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
  private int[] pairs = new int[64];

  /// @param removed entries that are gone
  FileLoader(Shard shard, NodeResources node, BucketFile file, Path path, RoaringBitmap removed) {
    this.shard = shard;
    this.file = file;
    this.removed = removed;
    part = new FinalizedPart(file, path, node.pool(), node.use());
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

  private void add(int bucket, int entry, long hash, int[] name, int count) {
    if (removed.contains(entry)) {
      return;
    }
    if (count > pairs.length) {
      pairs = new int[count];
    }
    boolean complete = terms[name[0]] >= 0;
    for (int n = 1; n < count; n++) {
      pairs[n - 1] = terms[name[n]];
      complete &= pairs[n - 1] >= 0;
    }
    int slot = complete ? loader.series(hash, terms[name[0]], pairs, count - 1) : -1;
    if (slot >= 0) {
      part.add(slot, entry);
      shard.index().series().touch(slot, bucket);
    } else {
      shard.refuseForMemory(file.points(entry));
    }
  }
}
