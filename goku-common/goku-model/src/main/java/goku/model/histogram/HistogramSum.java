package goku.model.histogram;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The sum of histograms: for each range the sum of its counts. The result depends neither on the
/// order of the histograms nor on sums of parts. Owned by one thread.
///
/// Fixed ranges with other bounds stay ranges of their own, as in OpenTSDB. Exponential ranges get
/// the lowest scale of all, or a lower one if they would be more than 4,096 of a sign. Statistics
/// are known only if those of all histograms are.
public final class HistogramSum {
  private static final double MOST_PERCENT = 100;

  private @Nullable HistogramShape shape;
  private long[] words = {};

  /// The last shape that was added with ranges unlike the sum's, and where its counts go.
  private @Nullable HistogramShape other;

  private int[] indexes = {};

  /// Removes all histograms.
  public void clear() {
    shape = null;
    other = null;
  }

  /// Returns whether no histogram was added.
  public boolean isEmpty() {
    return shape == null;
  }

  /// Returns the approximate bytes of memory that the sum takes.
  public long heldBytes() {
    return (long) Long.BYTES * words.length + (long) Integer.BYTES * indexes.length;
  }

  /// Adds a histogram.
  public void add(Histograms from, int handle) {
    HistogramShape added = from.shape(handle);
    if (shape == null) {
      shape = added;
      other = null;
      words = Arrays.copyOfRange(from.words(), handle + 1, handle + 1 + added.words());
    } else if (shape.equals(added)) {
      addAligned(from.words(), handle + 1, added);
    } else {
      addOther(from.words(), handle + 1, added);
    }
  }

  /// Adds another sum.
  public void add(HistogramSum sum) {
    HistogramShape added = sum.shape;
    if (added == null) {
      return;
    }
    if (shape == null) {
      shape = added;
      other = null;
      words = sum.words.clone();
    } else if (shape.equals(added)) {
      addAligned(sum.words, 0, added);
    } else {
      addOther(sum.words, 0, added);
    }
  }

  private void addAligned(long[] more, int from, HistogramShape added) {
    int counts = added.counts();
    for (int i = 0; i < counts; i++) {
      words[i] += more[from + i];
    }
    addStatistics(more, from + counts, added);
  }

  private void addOther(long[] more, int from, HistogramShape added) {
    if (other == null || !added.equals(other)) {
      HistogramShape sum = shape();
      HistogramShape union = sum.union(added);
      if (isCoarser(union, sum, added)) {
        addOther(trimmed(more, from, added));
        return;
      }
      widen(sum, union);
      indexes = added.indexesIn(union);
      other = added;
    }
    for (int i = 0; i < indexes.length; i++) {
      words[indexes[i]] += more[from + i];
    }
    addStatistics(more, from + indexes.length, added);
  }

  /// Adds a histogram whose outer ranges all have measurements: only those decide about the scale.
  private void addOther(HistogramSum added) {
    trim();
    HistogramShape mine = shape();
    HistogramShape theirs = added.shape();
    HistogramShape union = mine.union(theirs);
    widen(mine, union);
    int[] to = theirs.indexesIn(union);
    for (int i = 0; i < to.length; i++) {
      words[to[i]] += added.words[i];
    }
    addStatistics(added.words, to.length, theirs);
    other = null;
  }

  private static boolean isCoarser(HistogramShape union, HistogramShape a, HistogramShape b) {
    ExponentialShape all = union.exponential();
    ExponentialShape one = a.exponential();
    ExponentialShape two = b.exponential();
    return all != null
        && one != null
        && two != null
        && all.scale() < Math.min(one.scale(), two.scale());
  }

  private void widen(HistogramShape mine, HistogramShape union) {
    if (!mine.equals(union)) {
      long[] wider = new long[union.words()];
      int[] to = mine.indexesIn(union);
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
      other = null;
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

  /// Returns the middle of the range in which a percentile lies; 0 without measurements in ranges.
  /// OpenTSDB's rule: the first range with which the measurements so far are at least `percent`
  /// percent of those in all ranges. Measurements below and above fixed ranges do not count.
  ///
  /// @param percent 1 to 100; -1 is returned for others, as in OpenTSDB
  public double percentile(double percent) {
    if (!(percent >= 1 && percent <= MOST_PERCENT)) {
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
    return shape instanceof FixedShape
        ? ((float) lower + (float) upper) / 2
        : lower + (upper - lower) / 2;
  }

  private HistogramShape shape() {
    HistogramShape current = shape;
    if (current == null) {
      throw new IllegalStateException("the sum has no histograms");
    }
    return current;
  }
}
