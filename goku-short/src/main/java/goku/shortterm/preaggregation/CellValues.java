package goku.shortterm.preaggregation;

/// Neighbouring cells of a group, as they were read. Owned by one thread and used again.
final class CellValues {
  final int[] counts;
  final int[] series;

  /// As in the cell; once `RowReader` has added them up, how many series lack the cell.
  final int[] gaps;

  final double[] sums;
  final double[] errors;
  final double[] least;
  final double[] greatest;

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
}
