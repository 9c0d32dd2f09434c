package goku.objectstore;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A creator of missing S3 buckets, each created once by its first user. Thread-safe.
public final class S3BucketMaker {
  private static final Logger LOG = LoggerFactory.getLogger(S3BucketMaker.class);

  private final ObjectStore store;
  private final Set<String> settled = ConcurrentHashMap.newKeySet();

  public S3BucketMaker(ObjectStore store) {
    this.store = store;
  }

  /// Creates the buckets that it has not created or seen yet. If S3 denies a creation, logs a
  /// warning and continues: many users may use buckets without the right to create them.
  ///
  /// @return the first failure that may pass; the caller retries
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
        if (failed.mayPass()) {
          first = first.or(() -> Optional.of(failed));
        } else {
          settled.add(s3Bucket);
          LOG.warn(
              "cannot create S3 bucket={}; create it if it does not exist cause={}",
              s3Bucket,
              failed.getMessage());
        }
      }
    }
    return first;
  }
}
