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

/// The restore of a shard from its files (section 4.6.2 of the Goku paper): first the streams of
/// the snapshot, which are the newest hours, then the files of finalized buckets, newest first.
/// Queries use the loaded part.
///
/// One thread at a time loads, and is the shard's writer meanwhile. Any thread reads
/// `completeFromMillis`.
public final class ShardLoader {
  private static final Logger LOG = LoggerFactory.getLogger(ShardLoader.class);

  private final Shard shard;
  private final NodeResources node;
  private final ShardFiles files;
  private final SnapshotInfo snapshot;

  /// Removed entries of files, by the start of the bucket.
  private Map<Long, RoaringBitmap> removed = Map.of();

  /// The series of the last loaded file that had any.
  private @Nullable FileSeries newer;

  private long startMillis;
  private volatile long completeFromMillis = Long.MAX_VALUE;

  public ShardLoader(Shard shard, NodeResources node, ShardFiles files, SnapshotInfo snapshot) {
    this.shard = shard;
    this.node = node;
    this.files = files;
    this.snapshot = snapshot;
  }

  /// Returns the first millisecond from which on all datapoints are loaded.
  public long completeFromMillis() {
    return completeFromMillis;
  }

  /// Loads the snapshot, which comes first. An unreadable file is set aside. Then, and after a disk
  /// error, the shard is incomplete and must be opened again. The same holds for `loadFiles`.
  public void loadStreams() throws IOException {
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
  public void loadFiles() throws IOException {
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
        "shard restored shard={} series={} buckets={} after={}ms offset={}",
        shard.id(),
        shard.index().size(),
        shard.buckets().count(),
        node.clock().millis() - startMillis,
        snapshot.offset());
  }

  /// Returns whether the file of an expired bucket was removed. An existing one is loaded, because
  /// the log may have more for it.
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
