package goku.shortterm.recovery;

import goku.format.FormatException;
import goku.format.bucket.BucketFile;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.model.Tier;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.node.NodeResources;
import goku.shortterm.shard.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  private final RestorePlan plan;
  private final List<BucketReference> buckets;

  /// Removed entries of files, by the start of the bucket.
  private Map<Long, RoaringBitmap> removed = Map.of();

  /// The series of the last loaded file that had any.
  private @Nullable FileSeries newer;

  private long startMillis;
  private volatile long completeFromMillis = Long.MAX_VALUE;

  public ShardLoader(Shard shard, NodeResources node, ShardFiles files, RestorePlan plan) {
    this.shard = shard;
    this.node = node;
    this.files = files;
    this.plan = plan;
    buckets = plan.from().snapshot().map(SnapshotInfo::buckets).orElse(plan.from().files());
  }

  /// Returns the first millisecond from which on all datapoints are loaded.
  public long completeFromMillis() {
    return completeFromMillis;
  }

  /// Loads the snapshot, which comes first. An unreadable file is set aside. Then, and after a disk
  /// error, the shard is incomplete and must be opened again. The same holds for `loadFiles`.
  public void loadStreams() throws IOException {
    startMillis = node.clock().millis();
    if (plan.from().snapshot().isPresent()) {
      loadStreams(plan.from().snapshot().get());
    }
    completeFromMillis =
        buckets.stream()
            .mapToLong(bucket -> bucket.startMillis() + Tier.MEMORY_BUCKET.toMillis())
            .max()
            .orElse(Long.MIN_VALUE);
  }

  private void loadStreams(SnapshotInfo snapshot) throws IOException {
    Path path = files.snapshot(snapshot.number());
    var streams = new StreamLoader(shard, snapshot, plan.decisions());
    try {
      SnapshotReader.read(path, streams);
    } catch (FormatException e) {
      files.setAside(path, e);
      throw e;
    }
    removed = streams.finish();
  }

  /// Loads the files of finalized buckets.
  public void loadFiles() throws IOException {
    var gone = new TreeMap<Integer, Integer>();
    var destroyed = new TreeMap<Integer, Integer>();
    for (BucketReference reference : buckets.reversed()) {
      if (hasGone(reference)) {
        (plan.from().unavailable().destroyed().contains(reference.startMillis()) ? destroyed : gone)
            .put(Bucket.numberOf(reference.startMillis()), reference.generation());
        reportDeletes(reference);
        continue;
      }
      completeFromMillis = reference.startMillis() + Tier.MEMORY_BUCKET.toMillis();
      loadFile(reference, removed.getOrDefault(reference.startMillis(), new RoaringBitmap()));
    }
    shard.buckets().destroyed(destroyed);
    shard.restored(plan.from().snapshot(), plan.start(), gone);
    newer = null;
    completeFromMillis = Long.MIN_VALUE;
    LOG.info(
        "shard restored shard={} series={} buckets={} after={}ms offset={}",
        shard.id(),
        shard.index().size(),
        shard.buckets().count(),
        node.clock().millis() - startMillis,
        shard.appliedOffset());
  }

  /// Returns whether the file is in the tiers only, or that of an expired bucket was removed, or is
  /// that of another replica, which may lack more than the snapshot states. The right one is
  /// loaded, because the log may have more for it.
  private boolean hasGone(BucketReference reference) throws IOException {
    Path path = files.bucket(reference.startMillis(), reference.generation());
    return plan.from().unavailable().inTiers().contains(reference.startMillis())
        || (shard.isExpired(reference.startMillis())
            && (!Files.exists(path) || isOther(path, reference)));
  }

  private static boolean isOther(Path path, BucketReference reference) throws IOException {
    try (var file = BucketFile.open(path)) {
      return file.checksum() != reference.checksum();
    } catch (FormatException damaged) {
      return false; // is found again when it is loaded
    }
  }

  /// Reports deletes that the file of a bucket, which is gone, does not have.
  private void reportDeletes(BucketReference reference) {
    if (removed.containsKey(reference.startMillis())) {
      LOG.error(
          "deletes not applied, the file of the bucket is gone shard={} start={}"
              + " generation={}: repeat the deletes",
          shard.id(),
          Instant.ofEpochMilli(reference.startMillis()),
          reference.generation());
    }
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
    // a snapshot may have been taken while all of the log was applied again
    if (file.info().coverage().throughOffset() > plan.start().applied()) {
      shard
          .buckets()
          .forWriting(Bucket.numberOf(file.info().startMillis()))
          .coverThrough(plan.coveredThrough().applyAsLong(file.info()));
    }
    if (file.seriesCount() > 0) {
      newer = loader.series();
    }
  }
}
