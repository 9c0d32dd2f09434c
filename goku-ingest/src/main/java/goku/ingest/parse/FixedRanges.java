package goku.ingest.parse;

import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A histogram with fixed ranges that is being read. Its ranges come in any order. Owned by one
/// thread.
///
/// Strict readers accept what OpenTSDB accepts: negative counts, and repeated ranges, of which the
/// last counts.
final class FixedRanges {
  private static final int SIGN = Integer.MIN_VALUE;

  /// The longest text of a bound.
  private static final int MAX_BOUND_CHARACTERS = 100;

  private final boolean strict;
  private final SentHistogram sent = new SentHistogram();

  /// The bounds of each range as one number, which ascends with the lower and then with the upper
  /// bound.
  private long[] ranges = {};

  private long[] counts = {};
  private int size;
  private long underflow;
  private long overflow;
  private @Nullable Rejection problem;

  FixedRanges(boolean strict) {
    this.strict = strict;
  }

  /// Begins a histogram without ranges.
  void clear() {
    clearRanges();
    underflow = 0;
    overflow = 0;
  }

  /// Removes the ranges.
  void clearRanges() {
    size = 0;
    problem = null;
  }

  /// Returns whether no range was added, valid or not.
  boolean isEmpty() {
    return size == 0 && problem == null;
  }

  void underflow(long count) {
    underflow = count;
  }

  void overflow(long count) {
    overflow = count;
  }

  /// Adds a range. Its bounds are two numbers with a comma between them, as `Float.parseFloat`
  /// reads them. The first problem is kept for `finish`.
  void add(String bounds, long count) {
    int comma = bounds.indexOf(',');
    if (comma < 0 || bounds.indexOf(',', comma + 1) >= 0) {
      refuse("Unable to parse bucket bounds: %s", bounds);
      return;
    }
    float lower = bound(bounds, 0, comma);
    float upper = bound(bounds, comma + 1, bounds.length());
    if (problem == null) {
      add(lower, upper, count, bounds);
    }
  }

  private float bound(String bounds, int from, int to) {
    if (to - from <= MAX_BOUND_CHARACTERS) {
      try {
        return Float.parseFloat(bounds.substring(from, to));
      } catch (NumberFormatException refusedBelow) {
        // no number
      }
    }
    refuse("Unable to parse value to a number: bucket bounds %s", bounds);
    return 0;
  }

  private void refuse(String message, String bounds) {
    refuse(new Rejection(Reason.HISTOGRAM_INVALID, message.formatted(Rejection.begin(bounds))));
  }

  private void refuse(Rejection rejection) {
    problem = problem == null ? rejection : problem;
  }

  /// Adds a range. The first problem is kept for `finish`.
  void add(float lower, float upper, long count) {
    add(lower, upper, count, null);
  }

  /// @param bounds the text of the bounds; null if they were sent as numbers
  private void add(float lower, float upper, long count, @Nullable String bounds) {
    if (!Float.isFinite(lower) || !Float.isFinite(upper)) {
      refuse(
          SentHistogram.invalid(
              "bucket bounds",
              bounds == null ? lower + "," + upper : bounds,
              "must be finite numbers of 32 bits; use underflow and overflow"));
      return;
    }
    if (size == HistogramShape.MAX_SENT) {
      refuse(
          SentHistogram.invalid(
              "buckets", "more than " + size, "maximum allowed: " + HistogramShape.MAX_SENT));
      return;
    }
    if (size == ranges.length) {
      int room = Math.clamp(2L * size, 16, HistogramShape.MAX_SENT);
      ranges = Arrays.copyOf(ranges, room);
      counts = Arrays.copyOf(counts, room);
    }
    ranges[size] =
        ((long) ascending(lower) << Integer.SIZE) | ((ascending(upper) ^ SIGN) & 0xffffffffL);
    counts[size++] = count;
  }

  /// Returns a number that ascends with the bound like `Float.compare`.
  private static int ascending(float bound) {
    int bits = Float.floatToIntBits(bound);
    return bits ^ ((bits >> 31) & ~SIGN);
  }

  private static float bound(int ascending) {
    return Float.intBitsToFloat(ascending ^ ((ascending >> 31) & ~SIGN));
  }

  private static float lower(long range) {
    return bound((int) (range >> Integer.SIZE));
  }

  private static float upper(long range) {
    return bound((int) range ^ SIGN);
  }

  private static String show(long range) {
    return lower(range) + "," + upper(range);
  }

  /// Writes the histogram into a datapoint. Returns null, or the reason for the rejection.
  @Nullable Rejection finish(Datapoint into) {
    if (problem == null && !strict) {
      checkCounts();
    }
    long[] sorted = Arrays.copyOf(ranges, size);
    Arrays.sort(sorted);
    int distinct = distinct(sorted);
    if (problem != null) {
      return problem;
    }
    float[] lower = new float[distinct];
    float[] upper = new float[distinct];
    for (int i = 0; i < distinct; i++) {
      lower[i] = lower(sorted[i]);
      upper[i] = upper(sorted[i]);
    }
    FixedShape shape = FixedShape.of(lower, upper);
    sent.begin(shape);
    sent.set(FixedShape.UNDERFLOW, underflow);
    sent.set(FixedShape.OVERFLOW, overflow);
    for (int i = 0; i < size; i++) {
      sent.set(shape.countOf(Arrays.binarySearch(sorted, 0, distinct, ranges[i])), counts[i]);
    }
    return sent.finish(into);
  }

  /// Moves the distinct ranges to the front and returns their number.
  private int distinct(long[] sorted) {
    int distinct = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[distinct++] = sorted[i];
      } else if (!strict) {
        refuse(SentHistogram.invalid("buckets", show(sorted[i]), "bounds must not repeat"));
      }
    }
    return distinct;
  }

  private void checkCounts() {
    var total = new CountTotal();
    refuseIfWrong(total.add("underflow", underflow));
    refuseIfWrong(total.add("overflow", overflow));
    for (int i = 0; i < size && problem == null; i++) {
      if (!total.accepts(counts[i])) {
        refuseIfWrong(total.add("count of bucket " + show(ranges[i]), counts[i]));
      }
    }
  }

  private void refuseIfWrong(@Nullable Rejection wrong) {
    if (wrong != null) {
      refuse(wrong);
    }
  }
}
