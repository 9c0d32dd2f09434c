package goku.integration.storeddata;

import goku.embedded.EmbeddedS3;
import goku.integration.fixture.BucketFiles;
import goku.model.Namespace;
import goku.model.Tier;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A writer of windows that GokuS finalized before the test, into the directory of S3 of a process
/// that does not run.
record PastWindows(StoredRun run, Settings settings) {
  static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();

  /// Stores all known datapoints of a time, in windows of all shards.
  ///
  /// @param fromMillis the begin of a window
  /// @param toMillis the end of a window, exclusive
  void store(long fromMillis, long toMillis) throws IOException {
    Namespace namespace = settings.namespace();
    Path directory = Files.createDirectories(run.data().resolve("s3"));
    var registry = new SimpleMeterRegistry();
    try (var s3 = new EmbeddedS3(directory)) {
      s3.start();
      var reach =
          new ObjectStoreConfig(
              s3.endpoint().toString(), "us-east-1", s3.accessKey(), s3.secretKey(), true);
      try (var store = new S3ObjectStore(reach, registry)) {
        store.createS3BucketIfAbsent(namespace.s3Bucket());
        var files = new BucketFiles(namespace);
        Path file = run.data().resolveSibling("window.goku");
        for (long start = fromMillis; start < toMillis; start += WINDOW) {
          for (int shard = 0; shard < namespace.sharding().shards(); shard++) {
            files.write(file, shard, start, 1, run.points.between(start, start + WINDOW));
            var key = new BucketKey(shard, 0, start, 1);
            store.put(namespace.s3Bucket(), TierKeys.finalized(key), file);
            Files.delete(file);
          }
        }
      }
    }
  }

  /// Returns the begin of the window of a time.
  static long begin(long millis) {
    return Math.floorDiv(millis, WINDOW) * WINDOW;
  }
}
