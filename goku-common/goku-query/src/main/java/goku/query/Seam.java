package goku.query;

/// The downsampling step at which the series of a query are cut into parts from different stores.
/// Steps before and after the seam are made from the part that holds them. The seam's step is made
/// only when the parts are joined; until then its datapoints stay unchanged.
///
/// @param startMillis the beginning of the step
/// @param endMillis the beginning of the next step; `startMillis` if the parts meet between two
///   steps, so that no step is cut
/// @param joined whether the parts are joined: only the seam's step remains to be made
public record Seam(long startMillis, long endMillis, boolean joined) {
  /// Returns the seam of two parts of which the second begins at the time.
  public static Seam at(long millis, Interval.Steps steps) {
    long start = steps.floor(millis);
    return new Seam(start, start == millis ? start : steps.next(start), false);
  }

  /// Returns the same seam for joined parts.
  public Seam whenJoined() {
    return new Seam(startMillis, endMillis, true);
  }

  /// Returns whether the step that begins at the time is already a datapoint.
  boolean isMade(long stepMillis) {
    return joined && (stepMillis != startMillis || startMillis == endMillis);
  }
}
