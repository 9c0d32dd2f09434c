package goku.model.histogram;

import java.util.Arrays;

/// The ranges that the counts of a histogram are of. Immutable. Two shapes are equal if their bytes
/// are.
///
/// A histogram of a shape is `words()` longs: first `counts()` counts, then statistics as the bits
/// of doubles, if the shape has any.
///
/// | bytes | field |
/// | ---: | --- |
/// | 1 | kind: 1 fixed ranges, 2 exponential ranges |
/// | | fields of the kind, see the subclass |
public abstract sealed class HistogramShape permits FixedShape, ExponentialShape {
  /// The largest number of ranges of a histogram that a client sends.
  public static final int MAX_SENT = 1024;

  static final byte FIXED = 1;
  static final byte EXPONENTIAL = 2;

  private final byte[] bytes;

  HistogramShape(byte[] bytes) {
    this.bytes = bytes;
  }

  /// Reads a shape from the bytes from `from` to `to - 1`.
  ///
  /// @throws InvalidHistogramException if the bytes are no shape
  static HistogramShape of(byte[] bytes, int from, int to) {
    var in = new ByteReader(bytes, from, to);
    byte kind = in.next();
    HistogramShape shape =
        switch (kind) {
          case FIXED -> FixedShape.read(in);
          case EXPONENTIAL -> ExponentialShape.read(in);
          default -> throw new InvalidHistogramException("kind=" + kind + ": must be 1 or 2");
        };
    in.end();
    return shape;
  }

  /// Returns the bytes, which must not be changed.
  byte[] bytes() {
    return bytes;
  }

  /// Returns whether the bytes from `from` to `to - 1` are this shape.
  boolean isAt(byte[] other, int from, int to) {
    return Arrays.equals(bytes, 0, bytes.length, other, from, to);
  }

  /// Returns the number of counts of a histogram.
  public abstract int counts();

  /// Returns the number of longs of a histogram: its counts and its statistics.
  public abstract int words();

  /// Returns the number of ranges.
  public abstract int ranges();

  /// Returns the index of the count of a range. Ranges ascend by their bounds.
  ///
  /// @param range number of the range, 0 to `ranges() - 1`
  public abstract int countOf(int range);

  public abstract double lower(int range);

  public abstract double upper(int range);

  /// Returns the shape that has the ranges of both.
  ///
  /// @throws InvalidHistogramException if the shapes are of different kinds, or have more than
  ///   10,000 fixed ranges together
  abstract HistogramShape union(HistogramShape other);

  /// Returns the index in the counts of another shape for each count of this one.
  ///
  /// @param target `union` of this shape and others
  abstract int[] indexesIn(HistogramShape target);

  @Override
  public final boolean equals(Object other) {
    return this == other
        || (other instanceof HistogramShape shape && Arrays.equals(bytes, shape.bytes));
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
