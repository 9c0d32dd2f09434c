package goku.format.batch;

import goku.model.ValueType;

/// The place of a histogram's bytes in its batch, as a word in the place of a value. Stateless.
public final class HistogramPosition {
  private HistogramPosition() {}

  static double word(int offset, int length) {
    return ValueType.word((long) offset << Integer.SIZE | length);
  }

  /// Returns the index of the first byte in the batch.
  public static int offset(double word) {
    return (int) (ValueType.integer(word) >>> Integer.SIZE);
  }

  /// Returns the number of bytes.
  public static int length(double word) {
    return (int) ValueType.integer(word);
  }
}
