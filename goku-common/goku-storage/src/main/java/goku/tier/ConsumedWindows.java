package goku.tier;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The windows of a shard of GokuS in a bucket of a tier, the evidence of what the bucket holds.
/// Both lists have an entry for each window of two hours, by time.
///
/// @param shard number of the shard of GokuS
/// @param generations generation of the finalized file that was consumed; `NONE` if there was no
///   file, `UNKNOWN` if nothing tells
/// @param points number of datapoints in the bucket other than NaN; of a bucket without raw
///   datapoints, those that its rollups represent; `UNKNOWN` if nothing tells
public record ConsumedWindows(int shard, List<Integer> generations, List<Long> points) {
  /// The generation of a window without a file.
  public static final int NONE = 0;

  /// The value that no marker states.
  public static final int UNKNOWN = -1;

  public ConsumedWindows {
    generations = List.copyOf(generations);
    points = List.copyOf(points);
    if (generations.size() != points.size()) {
      throw new IllegalArgumentException(
          "cannot use %d generations with %d counts".formatted(generations.size(), points.size()));
    }
  }

  /// Returns windows of which nothing is known.
  public static ConsumedWindows unknown(int shard, int windows) {
    return new ConsumedWindows(
        shard, Collections.nCopies(windows, UNKNOWN), Collections.nCopies(windows, (long) UNKNOWN));
  }

  /// Returns the same windows with one generation replaced.
  public ConsumedWindows withGeneration(int window, int generation) {
    List<Integer> now = new ArrayList<>(generations);
    now.set(window, generation);
    return new ConsumedWindows(shard, now, points);
  }

  public ConsumedWindows withPoints(List<Long> counts) {
    return new ConsumedWindows(shard, generations, counts);
  }
}
