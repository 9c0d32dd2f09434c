package goku.format.bucket;

/// The identity of the bucket in a file.
///
/// @param shard number of the shard inside its namespace
/// @param startMillis first millisecond of the window
/// @param lengthMillis length of the window
/// @param generation 1 for the first finalization, plus one for each later change by late
///   datapoints or a delete
public record BucketInfo(
    String namespace, int shard, long startMillis, long lengthMillis, int generation) {
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
