package goku.model.histogram;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Ranges whose bounds are powers of one base, as in OpenTelemetry and in the native histograms of
/// Prometheus. With the scale s the base is 2^(2^-s). The range with the index i has the
/// measurements above base^i and up to base^(i + 1); the ranges of negative measurements mirror
/// them. Histograms of different scales merge exactly, because two neighbouring ranges are one
/// range of the next lower scale.
///
/// | index | count |
/// | ---: | --- |
/// | 0 | measurements near zero |
/// | 1, ... | measurements in each positive range, ascending by index |
/// | ... | measurements in each negative range, ascending by index |
///
/// The statistics are the sum, the least and the greatest measurement; NaN if unknown.
///
/// | bytes | field |
/// | ---: | --- |
/// | 1 | kind, 2 |
/// | 1 | scale, -10 to 20 |
/// | 1 | flags: 1 statistics, 2 zero threshold, 4 negative ranges |
/// | 8 | with flag 2, zero threshold, double: measurements up to it are near zero; otherwise 0 |
/// | zigzag varint | index of the first positive range |
/// | varint | number of positive ranges |
/// | zigzag varint | with flag 4, index of the first negative range |
/// | varint | with flag 4, number of negative ranges |
///
/// A zigzag varint is the varint of `(n << 1) ^ (n >> 31)`.
public final class ExponentialShape extends HistogramShape {
  public static final int MIN_SCALE = -10;
  public static final int MAX_SCALE = 20;

  /// The index of the count of measurements near zero.
  public static final int ZERO = 0;

  /// The number of longs of statistics: sum, least and greatest measurement.
  public static final int STATISTICS = 3;

  private static final int WITH_STATISTICS = 1;
  private static final int WITH_THRESHOLD = 2;
  private static final int WITH_NEGATIVES = 4;

  /// The largest number of ranges of one sign of a sum.
  static final int MAX_OF_A_SUM = 4096;

  /// The largest index of a range at scale 0, beyond all doubles.
  private static final int MOST_INDEX = 1100;

  /// The largest index at low scales. Two spans have no more ranges than a sum may have.
  private static final int MOST_LOW_INDEX = MAX_OF_A_SUM / 2;

  private static final long OBJECTS_BYTES = 160;

  /// Adjacent ranges of one sign.
  ///
  /// @param first index of the first range
  public record Span(int first, int length) {
    /// A span without ranges.
    public static final Span NONE = new Span(0, 0);

    public Span {
      if (length < 0 || isBeyond(first, length, MOST_INDEX << MAX_SCALE)) {
        throw new InvalidHistogramException(
            "%d ranges from index %d on: no double is there".formatted(length, first));
      }
      first = length == 0 ? 0 : first;
    }

    /// Returns the number of ranges from the first to the last one of two spans, after both got
    /// coarser by some steps of the scale. Wider than an `int` for spans far apart.
    private static long unionLength(Span a, int stepsOfA, Span b, int stepsOfB) {
      if (a.length == 0 || b.length == 0) {
        return (long) a.coarser(stepsOfA).length + b.coarser(stepsOfB).length;
      }
      Span one = a.coarser(stepsOfA);
      Span two = b.coarser(stepsOfB);
      long end = Math.max((long) one.first + one.length, (long) two.first + two.length);
      return end - Math.min(one.first, two.first);
    }

    /// Returns the ranges of both and those between them, of which there are few.
    private Span with(Span other) {
      if (length == 0 || other.length == 0) {
        return length == 0 ? other : this;
      }
      int least = Math.min(first, other.first);
      int end = Math.max(first + length, other.first + other.length);
      return new Span(least, end - least);
    }

    /// Returns whether ranges of a scale that is higher by `steps` are in these.
    private boolean covers(Span finer, int steps) {
      return finer.length == 0
          || (finer.first >> steps >= first
              && (finer.first + finer.length - 1) >> steps < first + length);
    }

    private Span coarser(int steps) {
      int least = first >> steps;
      return length == 0 ? this : new Span(least, ((first + length - 1) >> steps) - least + 1);
    }
  }

  private final int scale;
  private final double zeroThreshold;
  private final Span positive;
  private final Span negative;
  private final boolean statistics;

  /// @throws InvalidHistogramException if the scale or the threshold is out of range
  public ExponentialShape(
      int scale, double zeroThreshold, Span positive, Span negative, boolean statistics) {
    super(bytes(scale, zeroThreshold, positive, negative, statistics));
    if (scale < MIN_SCALE || scale > MAX_SCALE) {
      throw new InvalidHistogramException(
          "scale=%d: must be %d to %d".formatted(scale, MIN_SCALE, MAX_SCALE));
    }
    if (!(zeroThreshold >= 0) || Double.isInfinite(zeroThreshold)) {
      throw new InvalidHistogramException(
          "zeroThreshold=%s: must be zero or positive".formatted(zeroThreshold));
    }
    require(positive, scale);
    require(negative, scale);
    this.scale = scale;
    this.zeroThreshold = zeroThreshold;
    this.positive = positive;
    this.negative = negative;
    this.statistics = statistics;
  }

  private static boolean isBeyond(int first, int length, int most) {
    return first < -most || (long) first + length > most;
  }

  /// Checks that the ranges can have doubles, or are few.
  private static void require(Span span, int scale) {
    int most = scale > 0 ? MOST_INDEX << scale : MOST_LOW_INDEX;
    if (isBeyond(span.first, span.length, most)) {
      throw new InvalidHistogramException(
          "%d ranges from index %d on at scale %d: no double is there"
              .formatted(span.length, span.first, scale));
    }
  }

  private static byte[] bytes(
      int scale, double zeroThreshold, Span positive, Span negative, boolean statistics) {
    boolean threshold = zeroThreshold != 0;
    boolean negatives = negative.length > 0;
    int flags =
        (statistics ? WITH_STATISTICS : 0)
            | (threshold ? WITH_THRESHOLD : 0)
            | (negatives ? WITH_NEGATIVES : 0);
    ByteWriter out = new ByteWriter().put(EXPONENTIAL).put(scale).put(flags);
    if (threshold) {
      out.putDouble(zeroThreshold);
    }
    out.putZigzag(positive.first).putVarint(positive.length);
    if (negatives) {
      out.putZigzag(negative.first).putVarint(negative.length);
    }
    return out.toBytes();
  }

  static ExponentialShape read(ByteReader in) {
    int scale = in.next();
    int flags = in.next();
    double zeroThreshold = (flags & WITH_THRESHOLD) != 0 ? in.nextDouble() : 0;
    var positive = new Span(in.nextZigzag(), in.nextSize());
    Span negative =
        (flags & WITH_NEGATIVES) != 0 ? new Span(in.nextZigzag(), in.nextSize()) : Span.NONE;
    boolean statistics = (flags & WITH_STATISTICS) != 0;
    return new ExponentialShape(scale, zeroThreshold, positive, negative, statistics);
  }

  public int scale() {
    return scale;
  }

  public double zeroThreshold() {
    return zeroThreshold;
  }

  public Span positive() {
    return positive;
  }

  public Span negative() {
    return negative;
  }

  public boolean hasStatistics() {
    return statistics;
  }

  /// Returns the index of the count of the first positive range.
  public int firstPositive() {
    return ZERO + 1;
  }

  /// Returns the index of the count of the first negative range.
  public int firstNegative() {
    return firstPositive() + positive.length;
  }

  private ExponentialShape with(Span positive, Span negative) {
    return positive.equals(this.positive) && negative.equals(this.negative)
        ? this
        : new ExponentialShape(scale, zeroThreshold, positive, negative, statistics);
  }

  @Override
  public ExponentialShape trimmed(long[] words, int from) {
    return with(
        populated(positive, words, from + firstPositive()),
        populated(negative, words, from + firstNegative()));
  }

  private static Span populated(Span span, long[] words, int firstCount) {
    int from = 0;
    int to = span.length;
    while (from < to && words[firstCount + from] == 0) {
      from++;
    }
    while (to > from && words[firstCount + to - 1] == 0) {
      to--;
    }
    return new Span(span.first + from, to - from);
  }

  /// Returns whether the two differ only in which ranges they have.
  public boolean isLike(ExponentialShape other) {
    return scale == other.scale
        && Double.compare(zeroThreshold, other.zeroThreshold) == 0
        && statistics == other.statistics;
  }

  /// Returns the shape with the ranges of both and all ranges between them; null if it would have
  /// more counts than `most`.
  ///
  /// @param other shape that `isLike` this one
  public @Nullable ExponentialShape covering(ExponentialShape other, int most) {
    long counts =
        1
            + Span.unionLength(positive, 0, other.positive, 0)
            + Span.unionLength(negative, 0, other.negative, 0);
    return counts > most
        ? null
        : with(positive.with(other.positive), negative.with(other.negative));
  }

  /// Returns whether the union with the other shape is this one.
  boolean covers(ExponentialShape other) {
    int steps = other.scale - scale;
    return steps >= 0
        && other.zeroThreshold <= zeroThreshold
        && (other.statistics || !statistics)
        && positive.covers(other.positive, steps)
        && negative.covers(other.negative, steps);
  }

  /// Returns the sum of the counts that are in a range of a union with other shapes.
  ///
  /// @param counts array with the counts of this shape from index `from` on
  long sumOf(long[] counts, int from, ExponentialShape union, int range) {
    int steps = scale - union.scale;
    int index = range - union.negative.length;
    if (index == 0) {
      return counts[from + ZERO];
    }
    return index > 0
        ? sumOf(counts, positive, from + firstPositive(), union.positive.first + index - 1, steps)
        : sumOf(counts, negative, from + firstNegative(), union.negative.first - index - 1, steps);
  }

  private static long sumOf(long[] counts, Span span, int firstCount, int coarse, int steps) {
    long end = Math.min(span.first + (long) span.length, (coarse + 1L) << steps);
    long sum = 0;
    for (long i = Math.max(span.first, (long) coarse << steps); i < end; i++) {
      sum += counts[(int) (firstCount + i - span.first)];
    }
    return sum;
  }

  @Override
  long heldBytes() {
    return OBJECTS_BYTES;
  }

  @Override
  public int counts() {
    return firstNegative() + negative.length;
  }

  @Override
  public int words() {
    return counts() + (statistics ? STATISTICS : 0);
  }

  @Override
  public int ranges() {
    return counts();
  }

  @Override
  public int countOf(int range) {
    if (range < negative.length) {
      return counts() - 1 - range;
    }
    return range - negative.length;
  }

  @Override
  int fixedRange(int range) {
    return -1;
  }

  @Override
  int exponentialRange(int range) {
    return range;
  }

  @Override
  public double lower(int range) {
    int i = range - negative.length;
    return i < 0
        ? -bound(negative.first - i)
        : i == 0 ? -zeroThreshold : bound(positive.first + i - 1);
  }

  @Override
  public double upper(int range) {
    int i = range - negative.length;
    return i < 0
        ? -bound(negative.first - i - 1)
        : i == 0 ? zeroThreshold : bound(positive.first + i);
  }

  /// Returns base^index. Exact for whole powers of two.
  private double bound(int index) {
    if (scale <= 0) {
      long exponent = (long) index << -scale;
      return Math.scalb(1.0, Math.clamp(exponent, -2000, 2000));
    }
    int whole = index >> scale;
    int rest = index - (whole << scale);
    return Math.scalb(Math.pow(2, (double) rest / (1 << scale)), whole);
  }

  @Override
  public @Nullable FixedShape fixed() {
    return null;
  }

  @Override
  public ExponentialShape exponential() {
    return this;
  }

  ExponentialShape withoutStatistics() {
    return statistics
        ? new ExponentialShape(scale, zeroThreshold, positive, negative, false)
        : this;
  }

  /// Returns the shape that has the ranges of both, at the lower of both scales or a lower one.
  ExponentialShape with(ExponentialShape exponential) {
    int common = Math.min(scale, exponential.scale);
    while (common > MIN_SCALE && isWide(exponential, common)) {
      common--;
    }
    return new ExponentialShape(
        common,
        Math.max(zeroThreshold, exponential.zeroThreshold),
        at(common, positive).with(exponential.at(common, exponential.positive)),
        at(common, negative).with(exponential.at(common, exponential.negative)),
        statistics && exponential.statistics);
  }

  private boolean isWide(ExponentialShape other, int common) {
    int steps = scale - common;
    int otherSteps = other.scale - common;
    return Span.unionLength(positive, steps, other.positive, otherSteps) > MAX_OF_A_SUM
        || Span.unionLength(negative, steps, other.negative, otherSteps) > MAX_OF_A_SUM;
  }

  private Span at(int common, Span span) {
    return span.coarser(scale - common);
  }

  @Override
  public int[] indexesIn(HistogramShape target) {
    ExponentialShape in = Objects.requireNonNull(target.exponential());
    FixedShape before = target.fixed();
    int offset = before == null ? 0 : before.counts();
    int steps = scale - in.scale;
    int[] indexes = new int[counts()];
    indexes[ZERO] = offset + ZERO;
    for (int i = 0; i < positive.length; i++) {
      indexes[firstPositive() + i] =
          offset + in.firstPositive() + ((positive.first + i) >> steps) - in.positive.first;
    }
    for (int i = 0; i < negative.length; i++) {
      indexes[firstNegative() + i] =
          offset + in.firstNegative() + ((negative.first + i) >> steps) - in.negative.first;
    }
    return indexes;
  }
}
