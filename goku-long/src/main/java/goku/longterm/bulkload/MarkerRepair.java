package goku.longterm.bulkload;

import goku.format.FormatException;
import goku.format.OtherVersionException;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.util.Map;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The verification of the markers in S3 whose buckets are here. A byte of a stored object may
/// change, and without its marker a bucket can neither be loaded nor compacted. The manifest here
/// is a good copy. Owned by one thread at a time.
final class MarkerRepair {
  private static final Logger LOG = LoggerFactory.getLogger(MarkerRepair.class);

  private final ObjectStore store;
  private final Namespace namespace;

  /// The bucket whose marker was verified last.
  private @Nullable BucketKey last;

  MarkerRepair(ObjectStore store, Namespace namespace) {
    this.store = store;
    this.namespace = namespace;
  }

  /// Verifies one marker, each time the next one, so that a listing costs at most one more request.
  /// A corrupt marker is replaced by the manifest here. A marker of a later version stays. A marker
  /// that is missing is not written: the compactor may have removed its bucket.
  ///
  /// @param there buckets with a marker in S3
  /// @param held manifests here
  /// @throws goku.objectstore.ObjectStoreException when S3 cannot be read or written
  void verifyNext(NavigableSet<BucketKey> there, Map<BucketKey, Manifest> held) {
    BucketKey next = next(there, held);
    last = next;
    if (next == null) {
      return;
    }
    String key = TierKeys.tierMarker(next);
    Manifest own = held.get(next);
    if (own != null && isCorrupt(key)) {
      store.put(namespace.s3Bucket(), key, own.toBytes());
      LOG.error(
          "marker in S3 damaged, replaced by the copy here object=s3://{}/{}: check the S3 service",
          namespace.s3Bucket(),
          key);
    }
  }

  private @Nullable BucketKey next(NavigableSet<BucketKey> there, Map<BucketKey, Manifest> held) {
    BucketKey from = last;
    if (from != null) {
      for (BucketKey bucket : there.tailSet(from, false)) {
        if (held.containsKey(bucket)) {
          return bucket;
        }
      }
    }
    return there.stream().filter(held::containsKey).findFirst().orElse(null);
  }

  private boolean isCorrupt(String key) {
    return store.get(namespace.s3Bucket(), key).filter(MarkerRepair::isCorrupt).isPresent();
  }

  private static boolean isCorrupt(byte[] json) {
    try {
      Manifest.parse(json, TierKeys.MARKER);
      return false;
    } catch (OtherVersionException later) {
      return false;
    } catch (FormatException corrupt) {
      return true;
    }
  }
}
