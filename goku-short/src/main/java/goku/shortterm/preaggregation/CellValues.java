package goku.shortterm.preaggregation;

/// Neighbouring cells of a group, as read. Owned by one thread and reused.
final class CellValues {
  private final int[] counts;
  private final int[] series;

  /// The gaps as in the cell; after `RowReader` has summed them up, the number of series that lack
  /// the cell.
  private final int[] gaps;

  private final double[] sums;
  private final double[] errors;
  private final double[] least;
  private final double[] greatest;

  CellValues(int cells) {
    counts = new int[cells];
    series = new int[cells];
    gaps = new int[cells];
    sums = new double[cells];
    errors = new double[cells];
    least = new double[cells];
    greatest = new double[cells];
  }

  void clear(int index) {
    counts[index] = 0;
    series[index] = 0;
    gaps[index] = 0;
  }

  int[] counts() {
    return counts;
  }

  int[] series() {
    return series;
  }

  int[] gaps() {
    return gaps;
  }

  double[] sums() {
    return sums;
  }

  double[] errors() {
    return errors;
  }

  double[] least() {
    return least;
  }

  double[] greatest() {
    return greatest;
  }
}
