package goku.model.histogram;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The ranges that the counts of a histogram are of. Immutable. Two shapes are equal if their bytes
/// are.
///
/// A histogram of a shape is `words()` longs: first `counts()` counts, then statistics as the bits
/// of doubles, if the shape has any.
///
/// | bytes | field |
/// | ---: | --- |
/// | 1 | kind: 1 fixed ranges, 2 exponential ranges, 3 both |
/// | | fields of the kind, see the subclass |
public abstract sealed class HistogramShape permits FixedShape, ExponentialShape, MixedShape {
  /// The largest number of ranges of a histogram that a client sends.
  public static final int MAX_SENT = 1024;

  /// The largest number of different fixed ranges of a sum that has them.
  public static final int MAX_LISTED = FixedShape.MAX_OF_A_SUM;

  /// The largest number of ranges of a part of a shape, above those of a sum.
  static final int MAX_RANGES = 1 << 14;

  /// The largest size of a histogram that a client sends, in bytes.
  public static final int MAX_SENT_BYTES = 16 << 10;

  /// The number of counts of a histogram that count as one datapoint: a datapoint takes about as
  /// much memory and time as these.
  private static final int COUNTS_PER_DATAPOINT = 8;

  static final byte FIXED = 1;
  static final byte EXPONENTIAL = 2;
  static final byte MIXED = 3;

  private final byte[] bytes;
  private final int hash;

  HistogramShape(byte[] bytes) {
    this.bytes = bytes;
    hash = Arrays.hashCode(bytes);
  }

  /// Reads a shape from the bytes from `from` to `to - 1`.
  ///
  /// @throws InvalidHistogramException if the bytes are no shape
  public static HistogramShape of(byte[] bytes, int from, int to) {
    var in = new ByteReader(bytes, from, to);
    byte kind = in.next();
    HistogramShape shape =
        switch (kind) {
          case FIXED -> FixedShape.read(in);
          case EXPONENTIAL -> ExponentialShape.read(in);
          case MIXED -> MixedShape.read(in);
          default -> throw new InvalidHistogramException("kind=" + kind + ": must be 1 to 3");
        };
    in.end();
    return shape;
  }

  /// Returns the bytes of the shape, which must not be changed.
  public byte[] bytes() {
    return bytes;
  }

  /// Returns the approximate bytes of memory that the shape takes.
  abstract long heldBytes();

  /// Returns whether the bytes from `from` to `to - 1` are this shape.
  boolean isAt(byte[] other, int from, int to) {
    return Arrays.equals(bytes, 0, bytes.length, other, from, to);
  }

  /// Returns the number of counts of a histogram.
  public abstract int counts();

  /// Returns the number of datapoints as which a histogram counts towards limits: one for each
  /// eight counts, and one for the rest.
  public static int datapoints(int counts) {
    return Math.ceilDiv(counts, COUNTS_PER_DATAPOINT);
  }

  /// Returns the number of longs of a histogram: its counts and its statistics.
  public abstract int words();

  /// Returns the number of ranges.
  public abstract int ranges();

  /// Returns the index of the count of a range. Ranges ascend by their bounds.
  ///
  /// @param range number of the range, 0 to `ranges() - 1`
  public abstract int countOf(int range);

  /// Returns whether the range is of the fixed part.
  public final boolean isFixed(int range) {
    return fixedRange(range) >= 0;
  }

  /// Returns the number of a range in the fixed part; -1 if the range is exponential.
  abstract int fixedRange(int range);

  /// Returns the number of a range in the exponential part; -1 if the range is fixed.
  abstract int exponentialRange(int range);

  public abstract double lower(int range);

  public abstract double upper(int range);

  /// Returns the part with fixed ranges, whose counts come first; null if there is none.
  public abstract @Nullable FixedShape fixed();

  /// Returns the part with exponential ranges; null if there is none.
  public abstract @Nullable ExponentialShape exponential();

  /// Returns the shape without the outer exponential ranges of a histogram that have no
  /// measurements.
  ///
  /// @param words array with the counts of the histogram from index `from` on
  public abstract HistogramShape trimmed(long[] words, int from);

  /// Returns the shape that has the ranges of both.
  HistogramShape union(HistogramShape other) {
    FixedShape fixed = fixed();
    FixedShape otherFixed = other.fixed();
    ExponentialShape exponential = exponential();
    ExponentialShape otherExponential = other.exponential();
    if (fixed == null || otherFixed == null) {
      fixed = fixed == null ? otherFixed : fixed;
    } else {
      fixed = fixed.with(otherFixed);
    }
    if (exponential == null || otherExponential == null) {
      exponential = exponential == null ? otherExponential : exponential;
    } else {
      exponential = exponential.with(otherExponential);
    }
    boolean folds = isFolded() || other.isFolded();
    if (fixed != null && (folds || fixed.ranges() > FixedShape.MAX_OF_A_SUM)) {
      ExponentialShape folded = fixed.folded();
      exponential = exponential == null ? folded : exponential.with(folded);
      return new MixedShape(fixed.withoutRanges(), exponential.withoutStatistics(), true);
    }
    return fixed == null || exponential == null
        ? Objects.requireNonNull(fixed == null ? exponential : fixed)
        : new MixedShape(fixed, exponential.withoutStatistics(), false);
  }

  /// Returns whether the shape has exponential ranges in the place of fixed ones, of which there
  /// were too many.
  public boolean isFolded() {
    return false;
  }

  /// Returns the index in the counts of another shape for each count of this one.
  ///
  /// @param target a shape that has all ranges of this one, or coarser ones
  public abstract int[] indexesIn(HistogramShape target);

  @Override
  public final boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof HistogramShape shape
            && hash == shape.hash
            && Arrays.equals(bytes, shape.bytes));
  }

  @Override
  public final int hashCode() {
    return hash;
  }
}
