package goku.longterm.bulkload;

import goku.longterm.tier.Window;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/// The windows whose buckets GokuS has uploaded to S3.
final class FinalizedWindows {
  private static final String DIRECTORY = "short/";

  private FinalizedWindows() {}

  /// Returns the windows of all shards of GokuS, each once, without those that GokuL would drop at
  /// once.
  ///
  /// @throws goku.objectstore.ObjectStoreException when S3 cannot be read
  static Collection<Window> of(ObjectStore store, Namespace namespace, Instant now) {
    Duration ttl = namespace.disk().map(Disk::ttl).orElse(Duration.ZERO);
    long keptFrom = now.minus(ttl).toEpochMilli();
    return store.list(namespace.s3Bucket(), DIRECTORY).stream()
        .flatMap(object -> TierKeys.parseFinalized(object.key()).stream())
        .map(BucketKey::startMillis)
        .distinct()
        .map(start -> new Window(start, start + Tier.MEMORY_BUCKET.toMillis()))
        .filter(window -> window.endMillis() > keptFrom)
        .toList();
  }
}
