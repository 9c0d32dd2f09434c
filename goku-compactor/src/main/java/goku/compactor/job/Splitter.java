package goku.compactor.job;

import goku.format.bucket.BucketInfo;
import goku.model.Sharding;
import goku.tier.Coverage;
import java.io.IOException;
import java.nio.file.Path;

/// A splitter of bucket files by a sharding. The same file and sharding give the same bytes.
@FunctionalInterface
public interface Splitter {
  /// Writes a bucket file for each shard that has series. A file's name is the last part of its key
  /// in S3.
  ///
  /// Returns the coverage that the file states.
  ///
  /// @param expected the bucket that the file must contain
  /// @param directory existing empty directory
  /// @throws goku.format.FormatException when the file is broken, or of another bucket
  Coverage split(Path file, BucketInfo expected, Sharding sharding, Path directory)
      throws IOException, InterruptedException;
}
