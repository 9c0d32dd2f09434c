package goku.longterm.read.cover;

/// A part of a query's range that one bucket serves in one form.
///
/// @param bucket index of the bucket in the list of the cover
/// @param intervalMillis interval of the rollups that are read; 0 for raw datapoints
/// @param fromMillis inclusive start of the timestamps
/// @param endMillis exclusive end of the timestamps
public record Segment(int bucket, long intervalMillis, long fromMillis, long endMillis) {
  public boolean raw() {
    return intervalMillis == 0;
  }
}
