package goku.model.histogram;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The sum of histograms: for each range the sum of its counts. The result depends neither on the
/// order of the histograms nor on sums of parts. Owned by one thread.
///
/// Fixed ranges with other bounds stay ranges of their own, as in OpenTSDB, up to 4,096; beyond,
/// exponential ranges with their middles have their counts. Exponential ranges get the lowest scale
/// of all, or a lower one if they would be more than 4,096 of a sign. Statistics are known only if
/// those of all histograms are.
public final class HistogramSum {
  private static final double MOST_PERCENT = 100;

  /// The bytes of a sum of exponential ranges of both signs.
  private static final long MOST_EXPONENTIAL_BYTES =
      2L * (ExponentialShape.MAX_OF_A_SUM + 2) * (Long.BYTES + Integer.BYTES);

  /// The approximate bytes of memory of an empty sum.
  public static final long EMPTY_BYTES = 64;

  private final ShapeUnions unions;
  private @Nullable HistogramShape shape;
  private long[] words = {};

  public HistogramSum() {
    this(new ShapeUnions());
  }

  /// @param unions the unions that this sum shares with others of the same thread
  public HistogramSum(ShapeUnions unions) {
    this.unions = unions;
  }

  /// Removes all histograms.
  public void clear() {
    shape = null;
  }

  /// Returns whether no histogram was added.
  public boolean isEmpty() {
    return shape == null;
  }

  /// Returns the approximate bytes of memory that the sum takes, with its shape, which it may share
  /// with others.
  public long heldBytes() {
    return heldBytes(null);
  }

  /// Returns the approximate bytes of memory that the sum takes beside another one, of which it may
  /// have the shape.
  public long heldBytes(@Nullable HistogramSum beside) {
    HistogramShape mine = shape;
    boolean shared = mine == null || (beside != null && mine.equals(beside.shape));
    long ofShape = mine == null || shared ? 0 : mine.heldBytes();
    return EMPTY_BYTES + (long) Long.BYTES * words.length + ofShape;
  }

  /// Adds a histogram.
  public void add(Histograms from, int handle) {
    add(from.shape(handle), from.words(), handle + 1);
  }

  /// Adds another sum.
  public void add(HistogramSum sum) {
    HistogramShape added = sum.shape;
    if (added != null) {
      add(added, sum.words, 0);
    }
  }

  /// Adds the counts and statistics of a shape that begin at an index of an array.
  public void add(HistogramShape added, long[] more, int from) {
    if (!addInside(added, more, from)) {
      grow(added, more, from);
    }
  }

  /// Adds the counts and statistics of a shape like the other `add`, and counts the memory by which
  /// the sum grows.
  ///
  /// @param growth called with the most bytes that are needed, before they are allocated, and then
  ///   with the negative of those that were not; may refuse them by an exception
  public void add(HistogramShape added, long[] more, int from, LongConsumer growth) {
    if (!addInside(added, more, from)) {
      long most = mostGrowth(added);
      long before = heldBytes();
      growth.accept(most);
      grow(added, more, from);
      growth.accept(heldBytes() - before - most);
    }
  }

  /// Adds another sum, and counts the memory like the other `add`.
  public void add(HistogramSum sum, LongConsumer growth) {
    HistogramShape added = sum.shape;
    if (added != null) {
      add(added, sum.words, 0, growth);
    }
  }

  private long mostGrowth(HistogramShape added) {
    HistogramShape mine = shape;
    boolean exponential =
        mine != null
            && (mine.exponential() != null
                || added.exponential() != null
                || mine.ranges() + added.ranges() > FixedShape.MAX_OF_A_SUM);
    return (exponential ? MOST_EXPONENTIAL_BYTES : 0) // gaps between ranges are filled with zeros
        + (mine == null ? 0 : ShapeUnions.heldBytes(mine))
        + ShapeUnions.heldBytes(added);
  }

  private void grow(HistogramShape added, long[] more, int from) {
    HistogramShape mine = shape;
    if (mine == null) {
      shape = added;
      words = Arrays.copyOfRange(more, from, from + added.words());
    } else if (mine instanceof FixedShape && added instanceof FixedShape) {
      ShapeUnions.Union union = unions.of(mine, added);
      widen(mine, union.shape(), union.ofFirst());
      addAt(union.ofSecond(), added, more, from);
    } else {
      HistogramShape union = mine.union(added);
      if (isCoarser(union, mine, added)) {
        growTrimmed(trimmed(more, from, added));
      } else {
        unite(union, mine, added, more, from);
      }
    }
  }

  /// Adds the counts and statistics of a shape if the sum has all of its ranges and can find them
  /// quickly. Returns false otherwise; the sum is then unchanged. Allocates nothing.
  private boolean addInside(HistogramShape added, long[] more, int from) {
    HistogramShape mine = shape;
    if (mine == null) {
      return false;
    }
    if (mine.equals(added)) {
      addAligned(more, from, added);
      return true;
    }
    FixedShape fixed = mine.fixed();
    if (added instanceof FixedShape && !mine.isFolded() && added.equals(fixed)) {
      addCounts(more, from, added.counts()); // of a mixed sum
      return true;
    }
    ExponentialShape sum = mine.exponential();
    return sum != null
        && added instanceof ExponentialShape other
        && sum.covers(other)
        && addCovered(sum, fixed == null ? 0 : fixed.counts(), other, more, from);
  }

  private void addAligned(long[] more, int from, HistogramShape added) {
    addCounts(more, from, added.counts());
    addStatistics(more, from + added.counts(), added);
  }

  private void addCounts(long[] more, int from, int counts) {
    long[] into = words;
    for (int i = 0; i < counts; i++) {
      into[i] += more[from + i];
    }
  }

  /// @param first index of the first count of the exponential part of the sum
  private boolean addCovered(
      ExponentialShape sum, int first, ExponentialShape added, long[] more, int from) {
    int steps = added.scale() - sum.scale();
    words[first + ExponentialShape.ZERO] += more[from + ExponentialShape.ZERO];
    int to = first + sum.firstPositive() - sum.positive().first();
    for (int i = 0; i < added.positive().length(); i++) {
      words[to + ((added.positive().first() + i) >> steps)] +=
          more[from + added.firstPositive() + i];
    }
    to = first + sum.firstNegative() - sum.negative().first();
    for (int i = 0; i < added.negative().length(); i++) {
      words[to + ((added.negative().first() + i) >> steps)] +=
          more[from + added.firstNegative() + i];
    }
    addStatistics(more, from + added.counts(), added);
    return true;
  }

  /// Adds a histogram whose outer ranges all have measurements: only those decide about the scale.
  private void growTrimmed(HistogramSum added) {
    trim();
    HistogramShape mine = shape();
    unite(mine.union(added.shape()), mine, added.shape(), added.words, 0);
  }

  private void unite(
      HistogramShape union, HistogramShape mine, HistogramShape added, long[] more, int from) {
    widen(mine, union, mine.indexesIn(union));
    addAt(added.indexesIn(union), added, more, from);
  }

  /// @param to the index in the counts of this sum for each added count
  private void addAt(int[] to, HistogramShape added, long[] more, int from) {
    for (int i = 0; i < to.length; i++) {
      words[to[i]] += more[from + i];
    }
    addStatistics(more, from + to.length, added);
  }

  private static boolean isCoarser(HistogramShape union, HistogramShape a, HistogramShape b) {
    ExponentialShape all = union.exponential();
    ExponentialShape one = a.exponential();
    ExponentialShape two = b.exponential();
    return all != null
        && (union.isFolded()
            || (one != null && two != null && all.scale() < Math.min(one.scale(), two.scale())));
  }

  /// @param to the index in the counts of the union for each count of this sum
  private void widen(HistogramShape mine, HistogramShape union, int[] to) {
    if (!mine.equals(union)) {
      long[] wider = new long[union.words()];
      for (int i = 0; i < to.length; i++) {
        wider[to[i]] += words[i];
      }
      if (union.words() > union.counts()) {
        System.arraycopy(
            words, mine.counts(), wider, union.counts(), union.words() - union.counts());
      }
      words = wider;
      shape = union;
    }
  }

  private void addStatistics(long[] more, int from, HistogramShape added) {
    HistogramShape sum = shape();
    int at = sum.counts();
    if (sum.words() > at && added.words() > added.counts()) {
      set(at, statistic(words, at) + statistic(more, from));
      set(at + 1, Math.min(statistic(words, at + 1), statistic(more, from + 1)));
      set(at + 2, Math.max(statistic(words, at + 2), statistic(more, from + 2)));
    }
  }

  private void set(int at, double value) {
    words[at] = Double.doubleToLongBits(value);
  }

  private static double statistic(long[] words, int at) {
    return Double.longBitsToDouble(words[at]);
  }

  private static HistogramSum trimmed(long[] words, int from, HistogramShape shape) {
    var sum = new HistogramSum();
    sum.shape = shape;
    sum.words = Arrays.copyOfRange(words, from, from + shape.words());
    sum.trim();
    return sum;
  }

  /// Removes the outer exponential ranges without measurements.
  private void trim() {
    narrowTo(shape().trimmed(words, 0));
  }

  private void narrowTo(HistogramShape narrow) {
    HistogramShape wide = shape();
    if (!narrow.equals(wide)) {
      int[] from = narrow.indexesIn(wide);
      long[] kept = new long[narrow.words()];
      for (int i = 0; i < from.length; i++) {
        kept[i] = words[from[i]];
      }
      System.arraycopy(
          words, wide.counts(), kept, narrow.counts(), narrow.words() - narrow.counts());
      words = kept;
      shape = narrow;
    }
  }

  /// Adds the sum to a store and returns its handle. The sum must not be empty.
  public int addTo(Histograms into) {
    trim();
    HistogramShape sum = shape();
    int handle = into.add(sum);
    System.arraycopy(words, 0, into.words(), handle + 1, sum.words());
    return handle;
  }

  /// Returns the shape without outer exponential ranges that have no measurements. The sum must not
  /// be empty.
  public HistogramShape trimmedShape() {
    trim();
    return shape();
  }

  /// Returns the count at an index of the shape.
  public long count(int index) {
    return words[index];
  }

  /// Returns the number of measurements below or above all fixed ranges.
  ///
  /// @param index `FixedShape.UNDERFLOW` or `FixedShape.OVERFLOW`
  public long countOutside(int index) {
    return shape().fixed() == null ? 0 : words[index];
  }

  /// Returns the number of measurements in a range of a union of the shapes of this sum and others.
  ///
  /// @param range number of the range, 0 to `ranges() - 1` of the union
  public long countIn(HistogramShape union, int range) {
    HistogramShape mine = shape();
    if (mine.equals(union)) {
      return words[mine.countOf(range)];
    }
    FixedShape fixed = mine.fixed();
    FixedShape fixedUnion = union.fixed();
    int fixedRange = union.fixedRange(range);
    if (fixedRange >= 0 && fixedUnion != null) {
      int index = fixed == null ? -1 : fixed.indexOf(fixedUnion, fixedRange);
      return index < 0 ? 0 : words[index];
    }
    ExponentialShape exponential = mine.exponential();
    ExponentialShape exponentialUnion = union.exponential();
    if (exponential == null || exponentialUnion == null) {
      return 0;
    }
    int from = fixed == null ? 0 : fixed.counts();
    return exponential.sumOf(words, from, exponentialUnion, union.exponentialRange(range));
  }

  /// Returns the union of the shapes of sums, as their sum has it, without outer exponential ranges
  /// that have no measurements; null if all sums are empty.
  public static @Nullable HistogramShape union(Iterable<HistogramSum> sums) {
    var all = new HistogramSum();
    for (HistogramSum sum : sums) {
      all.add(sum);
    }
    return all.shape == null ? null : all.trimmedShape();
  }

  /// Returns the middle of the range in which a percentile lies; 0 without measurements in ranges.
  /// OpenTSDB's rule: the first range with which the measurements so far are at least `percent`
  /// percent of those in all ranges. Measurements below and above fixed ranges do not count.
  ///
  /// @param percent 1 to 100; as in OpenTSDB, -1 is returned for others and 0 for NaN
  public double percentile(double percent) {
    if (percent < 1 || percent > MOST_PERCENT) {
      return -1;
    }
    HistogramShape sum = shape();
    long total = 0;
    for (int range = 0; range < sum.ranges(); range++) {
      total += words[sum.countOf(range)];
    }
    long soFar = 0;
    for (int range = 0; range < sum.ranges(); range++) {
      soFar += words[sum.countOf(range)];
      if (soFar * MOST_PERCENT / total >= percent) {
        return middle(sum, range);
      }
    }
    return 0;
  }

  /// Fixed bounds are floats, and so is their middle in OpenTSDB.
  private static double middle(HistogramShape shape, int range) {
    double lower = shape.lower(range);
    double upper = shape.upper(range);
    return shape.isFixed(range) ? ((float) lower + (float) upper) / 2 : lower + (upper - lower) / 2;
  }

  private HistogramShape shape() {
    HistogramShape current = shape;
    if (current == null) {
      throw new IllegalStateException("the sum has no histograms");
    }
    return current;
  }
}
