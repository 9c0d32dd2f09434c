package goku.query;

/// The downsampling step in which the series of a query are cut into parts that come from different
/// stores. Steps on either side of it are made from the part that has them; this one only when the
/// parts are joined, so that its datapoints are left as they are until then.
///
/// @param startMillis the beginning of the step
/// @param endMillis the beginning of the next one; `startMillis` when the parts meet between two
///   steps, so that none is cut
/// @param joined the parts are together: this step is made now, all others are made already
public record Seam(long startMillis, long endMillis, boolean joined) {
  /// The seam of parts that meet at the time: the second one begins there.
  public static Seam at(long millis, Interval.Steps steps) {
    long start = steps.floor(millis);
    return new Seam(start, start == millis ? start : steps.next(start), false);
  }

  /// The same once the parts are together.
  public Seam whenJoined() {
    return new Seam(startMillis, endMillis, true);
  }

  /// Whether the step that begins at the time is a datapoint already.
  boolean isMade(long stepMillis) {
    return joined && (stepMillis != startMillis || startMillis == endMillis);
  }
}
