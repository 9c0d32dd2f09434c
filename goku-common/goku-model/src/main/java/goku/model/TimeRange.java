package goku.model;

/// A range of time in milliseconds since the epoch, inclusive at both ends (section 3 of the
/// paper).
public record TimeRange(long startMillis, long endMillis) {
  public TimeRange {
    if (endMillis < startMillis) {
      throw new IllegalArgumentException(
          "cannot create a range: endMillis=%d is before startMillis=%d"
              .formatted(endMillis, startMillis));
    }
  }

  public boolean contains(long millis) {
    return millis >= startMillis && millis <= endMillis;
  }
}
