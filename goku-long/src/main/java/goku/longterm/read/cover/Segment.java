package goku.longterm.read.cover;

/// A part of a query's range that one bucket serves in one form.
///
/// @param bucket position of the bucket in the list that the cover was made of
/// @param intervalMillis of the rollups that are read; 0 for raw datapoints
/// @param fromMillis timestamps from here on
/// @param endMillis timestamps below this
public record Segment(int bucket, long intervalMillis, long fromMillis, long endMillis) {
  public boolean raw() {
    return intervalMillis == 0;
  }
}
