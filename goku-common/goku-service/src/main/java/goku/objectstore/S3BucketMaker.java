package goku.objectstore;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes buckets that are missing, each once: whoever needs a bucket first makes it. Thread-safe.
public final class S3BucketMaker {
  private static final Logger LOG = LoggerFactory.getLogger(S3BucketMaker.class);

  private final ObjectStore store;
  private final Set<String> settled = ConcurrentHashMap.newKeySet();

  public S3BucketMaker(ObjectStore store) {
    this.store = store;
  }

  /// Makes those that it has not made or seen yet. What S3 refuses is left to others, with a
  /// warning: many may use buckets but not make any.
  ///
  /// @return the first failure because S3 cannot be reached, after which to try again
  public Optional<ObjectStoreException> make(Collection<String> s3Buckets) {
    Optional<ObjectStoreException> first = Optional.empty();
    for (String s3Bucket : s3Buckets) {
      if (settled.contains(s3Bucket)) {
        continue;
      }
      try {
        store.createS3BucketIfAbsent(s3Bucket);
        settled.add(s3Bucket);
      } catch (ObjectStoreException failed) {
        if (failed.kind() == ObjectStoreException.Kind.UNREACHABLE) {
          first = first.or(() -> Optional.of(failed));
        } else {
          settled.add(s3Bucket);
          LOG.warn(
              "S3 bucket {} cannot be made from here; make it if it is not there: {}",
              s3Bucket,
              failed.getMessage());
        }
      }
    }
    return first;
  }
}
