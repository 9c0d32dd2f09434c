package goku.query.correlation;

/// A comparison of one series after the other with its own past, without allocation for most
/// series. Owned by one thread.
public final class ChangeMeter {
  /// The least number of values before the window.
  static final int LEAST_BEFORE = 8;

  /// The least number of values in the window. With fewer, chance often gives the greatest
  /// distance.
  static final int LEAST_WITHIN = 4;

  private final double[] before;
  private final double[] within;

  private Change change = Change.NONE;

  /// @param baseline the number of slots before the window
  /// @param slots the number of all slots
  public ChangeMeter(int baseline, int slots) {
    before = new double[baseline];
    within = new double[slots - baseline];
  }

  /// Returns the bytes of the arrays of a meter.
  public static long heldBytes(int slots) {
    return (long) Double.BYTES * slots;
  }

  /// Compares a series. `change` is valid after a candidate.
  ///
  /// @param threshold the least score of a candidate
  public Outcome compare(Slots series, double threshold) {
    int baselines = gather(series, 0, before);
    int windows = gather(series, before.length, within);
    if (baselines < LEAST_BEFORE || windows < LEAST_WITHIN) {
      return Outcome.TOO_SHORT;
    }
    if (isConstant(before, baselines, before[0]) && isConstant(within, windows, before[0])) {
      return Outcome.CONSTANT;
    }
    if (Change.score(1, baselines, windows) < threshold) {
      return Outcome.BELOW;
    }
    Change found = Change.between(before, baselines, within, windows);
    if (found.score() < threshold) {
      return Outcome.BELOW;
    }
    change = found;
    return Outcome.CANDIDATE;
  }

  /// Returns the change of the last candidate.
  public Change change() {
    return change;
  }

  /// Copies the present values of the slots from `first` on. Returns their number.
  private static int gather(Slots series, int first, double[] to) {
    double[] values = series.values();
    if (series.isFull()) {
      System.arraycopy(values, first, to, 0, to.length);
      return to.length;
    }
    int count = 0;
    for (int i = 0; i < to.length; i++) {
      to[count] = values[first + i];
      count += series.present(first + i);
    }
    return count;
  }

  private static boolean isConstant(double[] values, int count, double value) {
    for (int i = 0; i < count; i++) {
      if (values[i] != value) {
        return false;
      }
    }
    return true;
  }
}
