package goku.query.merge;

import goku.query.aggregator.Aggregator;
import java.util.Arrays;

/// The values of all series of a group at some consecutive timestamps, a row for each timestamp.
/// Filled one series after the other, so that every series is read sequentially.
final class LongBlock {
  private final long[] values;
  private final int[] counts;
  private final int width;

  LongBlock(int rows, int width) {
    this.values = new long[rows * width];
    this.counts = new int[rows];
    this.width = width;
  }

  void clear() {
    Arrays.fill(counts, 0);
  }

  void add(int row, long value) {
    values[row * width + counts[row]++] = value;
  }

  long reduce(int row, Aggregator aggregator) {
    return aggregator.reduce(values, row * width, row * width + counts[row]);
  }
}
