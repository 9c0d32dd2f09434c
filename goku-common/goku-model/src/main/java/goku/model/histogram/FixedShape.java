package goku.model.histogram;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Ranges whose bounds the client chose, with counts of the measurements below and above all of
/// them. This is OpenTSDB's `SimpleHistogram`.
///
/// | index | count |
/// | ---: | --- |
/// | 0 | measurements below all ranges |
/// | 1 | measurements above all ranges |
/// | 2, ... | measurements in each range, ascending by lower and then by upper bound |
///
/// | bytes | field |
/// | ---: | --- |
/// | 1 | kind, 1 |
/// | varint | number of ranges |
/// | 1 | 1 if each range begins where the one before ends, otherwise 0 |
/// | 4 | lower bound of each range, float; if the byte before is 1, only of the first range |
/// | 4 | upper bound of each range, float |
public final class FixedShape extends HistogramShape {
  /// The index of the count of measurements below all ranges.
  public static final int UNDERFLOW = 0;

  /// The index of the count of measurements above all ranges.
  public static final int OVERFLOW = 1;

  /// The largest number of different ranges of a sum. A sum with more has exponential ranges.
  static final int MAX_OF_A_SUM = 4096;

  /// The scale of exponential ranges in the place of fixed ones.
  private static final int FOLDED_SCALE = 4;

  private static final int FIRST_RANGE = 2;
  private static final long OBJECTS_BYTES = 96;

  private final float[] lower;
  private final float[] upper;

  private FixedShape(float[] lower, float[] upper, byte[] bytes) {
    super(bytes);
    this.lower = lower;
    this.upper = upper;
  }

  /// Returns a shape of ranges that ascend by their lower and then by their upper bounds.
  ///
  /// @param lower lower bounds; the array must not be changed afterwards
  /// @param upper upper bounds; the array must not be changed afterwards
  /// @throws InvalidHistogramException if bounds are not finite, or ranges do not ascend
  public static FixedShape of(float[] lower, float[] upper) {
    for (int i = 0; i < lower.length; i++) {
      if (!Float.isFinite(lower[i]) || !Float.isFinite(upper[i])) {
        throw new InvalidHistogramException(
            "range %s,%s: bounds must be finite".formatted(lower[i], upper[i]));
      }
      if (i > 0 && compare(lower[i - 1], upper[i - 1], lower[i], upper[i]) >= 0) {
        throw new InvalidHistogramException(
            "range %s,%s after %s,%s: ranges must ascend"
                .formatted(lower[i], upper[i], lower[i - 1], upper[i - 1]));
      }
    }
    return new FixedShape(lower, upper, bytes(lower, upper));
  }

  private static byte[] bytes(float[] lower, float[] upper) {
    int ranges = lower.length;
    boolean adjacent = ranges > 0;
    for (int i = 1; i < ranges; i++) {
      adjacent &= Float.compare(lower[i], upper[i - 1]) == 0;
    }
    ByteWriter out = new ByteWriter().put(FIXED).putVarint(ranges).put(adjacent ? 1 : 0);
    for (int i = 0; i < (adjacent ? 1 : ranges); i++) {
      out.putFloat(lower[i]);
    }
    for (float bound : upper) {
      out.putFloat(bound);
    }
    return out.toBytes();
  }

  static FixedShape read(ByteReader in) {
    int ranges = in.nextSize();
    boolean adjacent = in.next() != 0;
    in.need(Float.BYTES * (adjacent ? ranges + 1 : 2 * ranges));
    float[] lower = new float[ranges];
    float[] upper = new float[ranges];
    for (int i = 0; i < (adjacent ? Math.min(1, ranges) : ranges); i++) {
      lower[i] = in.nextFloat();
    }
    for (int i = 0; i < ranges; i++) {
      upper[i] = in.nextFloat();
    }
    if (adjacent && ranges > 0) {
      System.arraycopy(upper, 0, lower, 1, ranges - 1);
    }
    return of(lower, upper);
  }

  @Override
  long heldBytes() {
    return OBJECTS_BYTES + bytes().length + 2L * Float.BYTES * lower.length;
  }

  @Override
  public int counts() {
    return FIRST_RANGE + lower.length;
  }

  @Override
  public int words() {
    return counts();
  }

  @Override
  public int ranges() {
    return lower.length;
  }

  @Override
  public int countOf(int range) {
    return FIRST_RANGE + range;
  }

  @Override
  int fixedRange(int range) {
    return range;
  }

  @Override
  int exponentialRange(int range) {
    return -1;
  }

  @Override
  public double lower(int range) {
    return lower[range];
  }

  @Override
  public double upper(int range) {
    return upper[range];
  }

  @Override
  public FixedShape fixed() {
    return this;
  }

  @Override
  public @Nullable ExponentialShape exponential() {
    return null;
  }

  @Override
  public FixedShape trimmed(long[] words, int from) {
    return this;
  }

  /// Returns a shape without ranges, which has only the counts outside of them.
  FixedShape withoutRanges() {
    return of(new float[0], new float[0]);
  }

  /// Returns the exponential ranges with the middles of the ranges.
  ExponentialShape folded() {
    int least = Integer.MAX_VALUE;
    int most = Integer.MIN_VALUE;
    int leastNegative = Integer.MAX_VALUE;
    int mostNegative = Integer.MIN_VALUE;
    for (int i = 0; i < lower.length; i++) {
      double middle = middle(i);
      int index = foldedIndex(middle);
      if (middle > 0) {
        least = Math.min(least, index);
        most = Math.max(most, index);
      } else if (middle < 0) {
        leastNegative = Math.min(leastNegative, index);
        mostNegative = Math.max(mostNegative, index);
      }
    }
    return new ExponentialShape(
        FOLDED_SCALE, 0, span(least, most), span(leastNegative, mostNegative), false);
  }

  private static ExponentialShape.Span span(int least, int most) {
    return least > most
        ? ExponentialShape.Span.NONE
        : new ExponentialShape.Span(least, most - least + 1);
  }

  private double middle(int range) {
    return ((double) lower[range] + upper[range]) / 2;
  }

  /// Returns the index of the exponential range of a value other than zero.
  private static int foldedIndex(double value) {
    double position = Math.log(Math.abs(value)) / Math.log(2) * (1 << FOLDED_SCALE);
    return value == 0 ? 0 : (int) Math.ceil(position) - 1;
  }

  private int[] foldedIndexesIn(FixedShape outside, ExponentialShape in) {
    int steps = FOLDED_SCALE - in.scale();
    int[] indexes = new int[counts()];
    indexes[OVERFLOW] = OVERFLOW;
    for (int i = 0; i < lower.length; i++) {
      double middle = middle(i);
      int index = foldedIndex(middle) >> steps;
      int count =
          middle == 0
              ? ExponentialShape.ZERO
              : middle > 0
                  ? in.firstPositive() + index - in.positive().first()
                  : in.firstNegative() + index - in.negative().first();
      indexes[FIRST_RANGE + i] = outside.counts() + count;
    }
    return indexes;
  }

  /// Returns the shape that has the ranges of both.
  FixedShape with(FixedShape fixed) {
    float[] lowers = new float[lower.length + fixed.lower.length];
    float[] uppers = new float[lowers.length];
    int ranges = 0;
    int mine = 0;
    int theirs = 0;
    while (mine < lower.length || theirs < fixed.lower.length) {
      int order =
          mine == lower.length
              ? 1
              : theirs == fixed.lower.length
                  ? -1
                  : compare(lower[mine], upper[mine], fixed.lower[theirs], fixed.upper[theirs]);
      lowers[ranges] = order <= 0 ? lower[mine] : fixed.lower[theirs];
      uppers[ranges++] = order <= 0 ? upper[mine] : fixed.upper[theirs];
      mine += order <= 0 ? 1 : 0;
      theirs += order >= 0 ? 1 : 0;
    }
    return of(Arrays.copyOf(lowers, ranges), Arrays.copyOf(uppers, ranges));
  }

  @Override
  public int[] indexesIn(HistogramShape target) {
    FixedShape in = Objects.requireNonNull(target.fixed());
    ExponentialShape exponential = target.exponential();
    if (target.isFolded() && exponential != null) {
      return foldedIndexesIn(in, exponential);
    }
    int[] indexes = new int[counts()];
    indexes[OVERFLOW] = OVERFLOW;
    int at = 0;
    for (int i = 0; i < lower.length; i++) {
      while (compare(in.lower[at], in.upper[at], lower[i], upper[i]) != 0) {
        at++;
      }
      indexes[FIRST_RANGE + i] = FIRST_RANGE + at;
    }
    return indexes;
  }

  /// Returns the index of the count of a range of another shape; negative if this one lacks it.
  int indexOf(FixedShape other, int range) {
    int from = 0;
    int to = lower.length - 1;
    while (from <= to) {
      int middle = (from + to) >>> 1;
      int order = compare(lower[middle], upper[middle], other.lower[range], other.upper[range]);
      if (order == 0) {
        return FIRST_RANGE + middle;
      }
      from = order < 0 ? middle + 1 : from;
      to = order < 0 ? to : middle - 1;
    }
    return -1;
  }

  private static int compare(float lower, float upper, float otherLower, float otherUpper) {
    int order = Float.compare(lower, otherLower);
    return order != 0 ? order : Float.compare(upper, otherUpper);
  }
}
