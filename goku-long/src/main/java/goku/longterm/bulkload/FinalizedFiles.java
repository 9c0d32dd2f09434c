package goku.longterm.bulkload;

import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The files of windows that GokuS has uploaded to S3.
final class FinalizedFiles {
  private static final String DIRECTORY = "short/";

  private FinalizedFiles() {}

  /// Returns the newest file of each window of each shard of GokuS, without those that GokuL would
  /// drop at once.
  ///
  /// @throws goku.objectstore.ObjectStoreException when S3 cannot be read
  static Collection<BucketKey> of(ObjectStore store, Namespace namespace, Instant now) {
    Duration ttl = namespace.disk().map(Disk::ttl).orElse(Duration.ZERO);
    long keptFrom = now.minus(ttl).toEpochMilli();
    Map<BucketKey, BucketKey> newest = new HashMap<>();
    store.list(namespace.s3Bucket(), DIRECTORY).stream()
        .flatMap(object -> TierKeys.parseFinalized(object.key()).stream())
        .filter(file -> file.startMillis() + Tier.MEMORY_BUCKET.toMillis() > keptFrom)
        .forEach(
            file ->
                newest.merge(
                    new BucketKey(file.shard(), 0, file.startMillis(), 0),
                    file,
                    (one, other) -> one.generation() > other.generation() ? one : other));
    return List.copyOf(newest.values());
  }
}
