package goku.compactor.work;

import goku.compactor.job.Splitter;
import goku.compactor.shuffle.BucketSplitter;
import goku.format.CorruptException;
import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketFile;
import goku.format.bucket.BucketInfo;
import goku.model.Sharding;
import goku.tier.BucketKey;
import goku.tier.Coverage;
import goku.tier.TierKeys;
import java.io.IOException;
import java.nio.file.Path;

/// A splitter that verifies bucket files and splits them. Thread-safe.
public final class FileSplitter implements Splitter {
  @Override
  public Coverage split(Path file, BucketInfo expected, Sharding sharding, Path directory)
      throws IOException, InterruptedException {
    var key = new BucketKey(expected.shard(), 0, expected.startMillis(), expected.generation());
    try (BucketFile bucket = BucketFile.open(file)) {
      bucket.verify();
      if (!isOf(bucket.info(), expected)) {
        throw new CorruptException(
            TierKeys.finalized(key), 0, bucket.info().toString(), expected.toString());
      }
      var splitter = new BucketSplitter(bucket, sharding);
      var _ =
          splitter.split(
              shard ->
                  directory.resolve(
                      String.valueOf(Path.of(TierKeys.shuffled(key, shard)).getFileName())));
      return coverage(bucket.info().coverage());
    }
  }

  /// Returns whether a file is of the expected bucket. Only the file states the rest of its info.
  private static boolean isOf(BucketInfo found, BucketInfo expected) {
    return found.namespace().equals(expected.namespace())
        && found.shard() == expected.shard()
        && found.startMillis() == expected.startMillis()
        && found.lengthMillis() == expected.lengthMillis()
        && found.generation() == expected.generation();
  }

  private static Coverage coverage(BucketCoverage stated) {
    return stated.equals(BucketCoverage.UNKNOWN)
        ? Coverage.UNKNOWN
        : switch (stated.kind()) {
          case COMPLETE -> Coverage.COMPLETE;
          case INCOMPLETE -> Coverage.INCOMPLETE;
          case ADDITION -> Coverage.ADDITION;
        };
  }
}
