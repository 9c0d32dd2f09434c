package goku.compactor.job;

import goku.format.bucket.BucketInfo;
import goku.model.Sharding;
import java.io.IOException;
import java.nio.file.Path;

/// Splits a bucket file by a sharding. The same file and sharding give the same bytes.
@FunctionalInterface
public interface Splitter {
  /// Writes a bucket file for each shard that has series, called as its key in S3 ends.
  ///
  /// @param expected which bucket the file has to be of
  /// @param directory exists and is empty
  /// @throws goku.format.FormatException when the file is broken, or of another bucket
  void split(Path file, BucketInfo expected, Sharding sharding, Path directory)
      throws IOException, InterruptedException;
}
