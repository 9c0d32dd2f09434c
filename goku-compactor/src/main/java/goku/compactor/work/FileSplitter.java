package goku.compactor.work;

import goku.compactor.job.Splitter;
import goku.compactor.shuffle.BucketSplitter;
import goku.format.CorruptException;
import goku.format.bucket.BucketFile;
import goku.format.bucket.BucketInfo;
import goku.model.Sharding;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.io.IOException;
import java.nio.file.Path;

/// A splitter that verifies bucket files and splits them. Thread-safe.
public final class FileSplitter implements Splitter {
  @Override
  public void split(Path file, BucketInfo expected, Sharding sharding, Path directory)
      throws IOException, InterruptedException {
    var key = new BucketKey(expected.shard(), 0, expected.startMillis(), expected.generation());
    try (BucketFile bucket = BucketFile.open(file)) {
      bucket.verify();
      if (!withoutCoverage(bucket.info()).equals(expected)) {
        throw new CorruptException(
            TierKeys.finalized(key), 0, bucket.info().toString(), expected.toString());
      }
      var splitter = new BucketSplitter(bucket, sharding);
      var _ =
          splitter.split(
              shard ->
                  directory.resolve(
                      String.valueOf(Path.of(TierKeys.shuffled(key, shard)).getFileName())));
    }
  }

  /// The coverage is that of the log, which nobody expects.
  private static BucketInfo withoutCoverage(BucketInfo info) {
    return new BucketInfo(
        info.namespace(), info.shard(), info.startMillis(), info.lengthMillis(), info.generation());
  }
}
