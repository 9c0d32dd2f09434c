package goku.shortterm.recovery;

import goku.codec.StreamImage;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.index.IndexLoader;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Decision;
import goku.shortterm.bucket.StreamPart;
import goku.shortterm.shard.Shard;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/// The loading of a snapshot's content into an empty shard. Throws a `NoSpaceException` if it does
/// not fit. Owned by the thread that is the shard's writer meanwhile.
final class StreamLoader implements SnapshotReader.Visitor {
  private final Shard shard;
  private final SnapshotInfo snapshot;
  private final LongFunction<Decision> decisions;
  private final IndexLoader loader;
  private final Map<Long, RoaringBitmap> removed = new HashMap<>();

  private final LoadedNames names;

  /// The slots of series by their numbers in the snapshot.
  private int[] slots = new int[1024];

  private int seriesCount;

  /// The bucket that `stream` fills.
  private @Nullable Bucket bucket;

  private @Nullable StreamPart part;
  private boolean seal;

  /// @param decisions returns a decision of the snapshot by its offset
  StreamLoader(Shard shard, SnapshotInfo snapshot, LongFunction<Decision> decisions) {
    this.shard = shard;
    this.snapshot = snapshot;
    this.decisions = decisions;
    loader = shard.index().loader();
    names = new LoadedNames(loader);
  }

  @Override
  public void metric(byte[] utf8) {
    names.addMetric(utf8);
  }

  @Override
  public void pair(byte[] utf8) {
    names.addPair(utf8);
  }

  @Override
  public void series(long hash, int[] numbers, int count) {
    names.translate(numbers, count);
    int slot = loader.series(hash, names.metric(numbers), names.pairs(), count - 1);
    if (slot < 0) {
      throw new NoSpaceException();
    }
    if (seriesCount == slots.length) {
      slots = Arrays.copyOf(slots, seriesCount * 2);
    }
    slots[seriesCount++] = slot;
  }

  @Override
  public void removed(long startMillis, RoaringBitmap entries) {
    removed.put(startMillis, entries);
  }

  @Override
  public void streams(long startMillis, boolean sealed) {
    endStreams();
    bucket = shard.buckets().forWriting(Bucket.numberOf(startMillis));
    part = bucket.active();
    seal = sealed;
  }

  @Override
  public void stream(int series, StreamImage image) {
    int slot = slots[series];
    Bucket into = Objects.requireNonNull(bucket);
    if (!Objects.requireNonNull(part).restore(slot, image)) {
      throw new NoSpaceException();
    }
    shard.index().series().touch(slot, into.number());
  }

  /// Ends the loading; series can be found afterwards. Returns the removed entries of bucket files,
  /// by the start of the bucket.
  Map<Long, RoaringBitmap> finish() {
    endStreams();
    loader.finish();
    return removed;
  }

  private void endStreams() {
    if (bucket != null && seal) {
      // series left out are not in the snapshot
      long offset = snapshot.decisionOffset(bucket.startMillis());
      bucket.seal(Set.of(), decisions.apply(offset));
    }
    bucket = null;
  }
}
