package goku.query.correlation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The moment at which a series left its usual range: three values in a row are beyond the fences
/// of Tukey's box plot of the time before, all on the same side. One of 140 normal values is beyond
/// a fence by chance, three in a row are not.
///
/// @param slot the slot of the first of them
/// @param rises whether they are above the usual range
public record Onset(int slot, boolean rises) {
  private static final int IN_A_ROW = 3;
  private static final double FENCE = 1.5;

  /// Returns the first onset; null if there is none, or if too few values are known to say what is
  /// usual.
  ///
  /// @param before the values of the time before, NaN for none
  /// @param within the values among which the onset is searched for, NaN for none
  public static @Nullable Onset of(double[] before, double[] within) {
    double[] usual = Arrays.stream(before).filter(Double::isFinite).sorted().toArray();
    if (usual.length < ChangeMeter.LEAST_BEFORE) {
      return null;
    }
    double low = usual[usual.length / 4];
    double high = usual[usual.length - 1 - usual.length / 4];
    double margin = FENCE * (high - low);
    int row = 0;
    int first = -1;
    int side = 0;
    for (int slot = 0; slot < within.length; slot++) {
      double value = within[slot];
      if (Double.isFinite(value)) {
        int now = value > high + margin ? 1 : value < low - margin ? -1 : 0;
        first = now == side && row > 0 ? first : slot;
        row = now == 0 ? 0 : now == side ? row + 1 : 1;
        side = now;
        if (row == IN_A_ROW) {
          return new Onset(first, now > 0);
        }
      }
    }
    return null;
  }
}
