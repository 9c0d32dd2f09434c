package goku.model;

/// A time for which a replica may lack datapoints.
///
/// @param startMillis the first millisecond, since the epoch; `Long.MIN_VALUE` for all earlier time
/// @param endMillis the end, exclusive; `Long.MAX_VALUE` for all later time
public record Hole(long startMillis, long endMillis, HoleCause cause) {
  public Hole {
    if (endMillis <= startMillis) {
      throw new IllegalArgumentException(
          "cannot create a hole: endMillis=%d is not after startMillis=%d"
              .formatted(endMillis, startMillis));
    }
  }

  public boolean overlaps(TimeRange range) {
    return startMillis <= range.endMillis() && endMillis > range.startMillis();
  }

  /// Returns `1800000000000-1800007200000 damaged`.
  @Override
  public String toString() {
    return "%d-%d %s".formatted(startMillis, endMillis, cause);
  }
}
