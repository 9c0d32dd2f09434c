package goku.format.bucket;

/// The identity of the bucket in a file.
///
/// @param shard number of the shard inside its namespace
/// @param startMillis first millisecond of the window
/// @param lengthMillis length of the window
/// @param generation higher for each later change by late datapoints or a delete. With a known
///   coverage, it is twice the number of the decision, plus one for a complete file
/// @param coverage part of the log that the file covers
public record BucketInfo(
    String namespace,
    int shard,
    long startMillis,
    long lengthMillis,
    int generation,
    BucketCoverage coverage) {
  /// Creates the identity of a file that does not state its coverage.
  public BucketInfo(
      String namespace, int shard, long startMillis, long lengthMillis, int generation) {
    this(namespace, shard, startMillis, lengthMillis, generation, BucketCoverage.UNKNOWN);
  }

  public BucketInfo {
    require(shard >= 0, "shard", shard, "0 or more");
    require(lengthMillis > 0, "lengthMillis", lengthMillis, "more than 0");
    require(generation > 0, "generation", generation, "1 or more");
  }

  /// Returns the first millisecond after the window.
  long endMillis() {
    return startMillis + lengthMillis;
  }

  private static void require(boolean is, String field, long found, String wanted) {
    if (!is) {
      throw new IllegalArgumentException("%s is %d, wanted %s".formatted(field, found, wanted));
    }
  }
}
