package goku.model.histogram;

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
  private final boolean folded;

  /// The numbers of the ranges in the order of their bounds: those of the fixed part, then those of
  /// the exponential part.
  private final int[] order;

  /// @param exponential a shape without statistics
  MixedShape(FixedShape fixed, ExponentialShape exponential, boolean folded) {
    super(
        new ByteWriter()
            .put(MIXED)
            .put(folded ? 1 : 0)
            .putVarint(fixed.bytes().length)
            .putAll(fixed.bytes())
            .putAll(exponential.bytes())
            .toBytes());
    this.fixed = fixed;
    this.exponential = exponential;
    this.folded = folded;
    order = order(fixed, exponential);
  }

  /// Merges the ranges of both parts, which ascend.
  private static int[] order(FixedShape fixed, ExponentialShape exponential) {
    int[] order = new int[fixed.ranges() + exponential.ranges()];
    int one = 0;
    int other = 0;
    for (int i = 0; i < order.length; i++) {
      boolean takeFixed =
          other == exponential.ranges()
              || (one < fixed.ranges()
                  && fixed.lower(one) <= exponential.lower(other)
                  && (fixed.lower(one) < exponential.lower(other)
                      || fixed.upper(one) <= exponential.upper(other)));
      order[i] = takeFixed ? one++ : fixed.ranges() + other++;
    }
    return order;
  }

  static MixedShape read(ByteReader in) {
    boolean folded = in.next() != 0;
    ByteReader part = in.part(in.nextLength());
    part.require(FIXED);
    FixedShape fixed = FixedShape.read(part);
    part.end();
    in.require(EXPONENTIAL);
    ExponentialShape exponential = ExponentialShape.read(in);
    if (exponential.hasStatistics()) {
      throw new InvalidHistogramException("a mixed shape has statistics");
    }
    return new MixedShape(fixed, exponential, folded);
  }

  @Override
  public boolean isFolded() {
    return folded;
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
    return narrow.equals(exponential) ? this : new MixedShape(fixed, narrow, folded);
  }

  @Override
  public int[] indexesIn(HistogramShape target) {
    int[] fixedTo = fixed.indexesIn(target);
    int[] exponentialTo = exponential.indexesIn(target);
    return IntStream.concat(IntStream.of(fixedTo), IntStream.of(exponentialTo)).toArray();
  }
}
