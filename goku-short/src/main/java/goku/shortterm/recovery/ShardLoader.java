package goku.shortterm.recovery;

import goku.format.FormatException;
import goku.format.bucket.BucketFile;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.model.Tier;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.node.NodeResources;
import goku.shortterm.shard.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings a shard back from its files (section 4.6.2 of the Goku paper): first the streams of the
/// snapshot, which are the newest hours, and then the files of finalized buckets, the newest first.
/// Queries are answered from what is there.
///
/// One thread at a time loads, and is the shard's writer meanwhile; any thread reads
/// `completeFromMillis`.
final class ShardLoader {
  private static final Logger LOG = LoggerFactory.getLogger(ShardLoader.class);

  private final Shard shard;
  private final NodeResources node;
  private final ShardFiles files;
  private final SnapshotInfo snapshot;

  /// Entries of files that are gone, by the start of the bucket.
  private Map<Long, RoaringBitmap> removed = Map.of();

  /// The series of the file that was loaded last and had some.
  private @Nullable FileSeries newer;

  private long startMillis;
  private volatile long completeFromMillis = Long.MAX_VALUE;

  ShardLoader(Shard shard, NodeResources node, ShardFiles files, SnapshotInfo snapshot) {
    this.shard = shard;
    this.node = node;
    this.files = files;
    this.snapshot = snapshot;
  }

  /// Datapoints before this millisecond are not all there yet.
  long completeFromMillis() {
    return completeFromMillis;
  }

  /// Loads the snapshot, which comes first. A file that cannot be read is set aside; then, or when
  /// the disk fails, the shard is not whole and has to be opened again. So with `loadFiles`.
  void loadStreams() throws IOException {
    startMillis = node.clock().millis();
    Path path = files.snapshot(snapshot.offset());
    var streams = new StreamLoader(shard);
    try {
      SnapshotReader.read(path, streams);
    } catch (FormatException e) {
      files.setAside(path, e);
      throw e;
    }
    removed = streams.finish();
    completeFromMillis =
        snapshot.buckets().stream()
            .mapToLong(bucket -> bucket.startMillis() + Tier.MEMORY_BUCKET.toMillis())
            .max()
            .orElse(Long.MIN_VALUE);
  }

  /// Loads the files of finalized buckets.
  void loadFiles() throws IOException {
    for (BucketReference reference : snapshot.buckets().reversed()) {
      if (hasGone(reference)) {
        continue;
      }
      completeFromMillis = reference.startMillis() + Tier.MEMORY_BUCKET.toMillis();
      loadFile(reference, removed.getOrDefault(reference.startMillis(), new RoaringBitmap()));
    }
    shard.restored(snapshot.offset(), snapshot.recordMillis());
    newer = null;
    completeFromMillis = Long.MIN_VALUE;
    LOG.info(
        "shard {}: {} series of {} buckets are back after {} ms, as of offset {}",
        shard.id(),
        shard.index().size(),
        shard.buckets().count(),
        node.clock().millis() - startMillis,
        snapshot.offset());
  }

  /// Whether the file, which nobody needs any more, was removed. What is still there is loaded: the
  /// log may have more for it.
  private boolean hasGone(BucketReference reference) {
    return shard.isExpired(reference.startMillis())
        && !Files.exists(files.bucket(reference.startMillis(), reference.generation()));
  }

  private void loadFile(BucketReference reference, RoaringBitmap removed) throws IOException {
    Path path = files.bucket(reference.startMillis(), reference.generation());
    BucketFile file;
    try {
      file = BucketFile.open(path);
    } catch (FormatException e) {
      files.setAside(path, e);
      throw e;
    }
    var loader = new FileLoader(shard, node, file, path, removed, newer);
    loader.load();
    if (file.seriesCount() > 0) {
      newer = loader.series();
    }
  }
}
