package goku.model.histogram;

import java.util.Comparator;
import java.util.stream.IntStream;

/// The ranges of a sum of histograms with fixed and with exponential ranges: both, each with its
/// own counts, first those of the fixed ranges. There are no statistics. Clients send no such
/// histograms.
///
/// | bytes | field |
/// | ---: | --- |
/// | 1 | kind, 3 |
/// | varint | length of the fixed shape |
/// | length | fixed shape, see `FixedShape` |
/// | | exponential shape, see `ExponentialShape` |
public final class MixedShape extends HistogramShape {
  private final FixedShape fixed;
  private final ExponentialShape exponential;

  /// The numbers of the ranges in the order of their bounds: those of the fixed part, then those of
  /// the exponential part.
  private final int[] order;

  /// @param exponential a shape without statistics
  MixedShape(FixedShape fixed, ExponentialShape exponential) {
    super(
        new ByteWriter()
            .put(MIXED)
            .putVarint(fixed.bytes().length)
            .putAll(fixed.bytes())
            .putAll(exponential.bytes())
            .toBytes());
    this.fixed = fixed;
    this.exponential = exponential;
    order =
        IntStream.range(0, fixed.ranges() + exponential.ranges())
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(this::lowerOf)
                    .thenComparingDouble(this::upperOf))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  static MixedShape read(ByteReader in) {
    int length = in.nextSize();
    HistogramShape fixed = in.nextShape(length);
    HistogramShape exponential = in.nextShape(in.left());
    if (fixed instanceof FixedShape one
        && exponential instanceof ExponentialShape two
        && !two.hasStatistics()) {
      return new MixedShape(one, two);
    }
    throw new InvalidHistogramException("a mixed shape needs fixed and then exponential ranges");
  }

  @Override
  public int counts() {
    return fixed.counts() + exponential.counts();
  }

  @Override
  public int words() {
    return counts();
  }

  @Override
  public int ranges() {
    return order.length;
  }

  @Override
  public int countOf(int range) {
    int number = order[range] - fixed.ranges();
    return number < 0 ? fixed.countOf(order[range]) : fixed.counts() + exponential.countOf(number);
  }

  @Override
  public double lower(int range) {
    return lowerOf(order[range]);
  }

  @Override
  public double upper(int range) {
    return upperOf(order[range]);
  }

  @Override
  int fixedRange(int range) {
    return order[range] < fixed.ranges() ? order[range] : -1;
  }

  @Override
  int exponentialRange(int range) {
    return order[range] < fixed.ranges() ? -1 : order[range] - fixed.ranges();
  }

  @Override
  long heldBytes() {
    return fixed.heldBytes() + exponential.heldBytes() + (long) Integer.BYTES * order.length;
  }

  private double lowerOf(int number) {
    return number < fixed.ranges()
        ? fixed.lower(number)
        : exponential.lower(number - fixed.ranges());
  }

  private double upperOf(int number) {
    return number < fixed.ranges()
        ? fixed.upper(number)
        : exponential.upper(number - fixed.ranges());
  }

  @Override
  public FixedShape fixed() {
    return fixed;
  }

  @Override
  public ExponentialShape exponential() {
    return exponential;
  }

  @Override
  public MixedShape trimmed(long[] words, int from) {
    ExponentialShape narrow = exponential.trimmed(words, from + fixed.counts());
    return narrow.equals(exponential) ? this : new MixedShape(fixed, narrow);
  }

  @Override
  public int[] indexesIn(HistogramShape target) {
    int[] fixedTo = fixed.indexesIn(target);
    int[] exponentialTo = exponential.indexesIn(target);
    return IntStream.concat(IntStream.of(fixedTo), IntStream.of(exponentialTo)).toArray();
  }
}
