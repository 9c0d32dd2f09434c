package goku.query.merge;

import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.HistogramSum;
import goku.query.histogram.HistogramSums;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The results of one group of histograms, in OpenTSDB's order and with its names. Each result is
/// made when it is asked for, so only one is in memory at a time. Owned by one thread.
///
/// | end of the name | values |
/// | --- | --- |
/// | `_pct_99.9` | a percentile, one result for each that is wanted |
/// | `_UNDERFLOW` | measurements below all fixed ranges |
/// | `_1.0_2.0` | measurements in a range, one result for each range |
/// | `_OVERFLOW` | measurements above all fixed ranges |
///
/// Ranges are those of all histograms of the group. A range that a histogram lacks has the value 0.
/// Exponential ranges without any measurement are left out, as there are too many.
public final class HistogramResults {
  private final GroupResult group;
  private final HistogramSums sums;
  private final List<Float> percentiles;

  /// The shape with all ranges; null if no ranges are wanted or there are no histograms.
  private final @Nullable HistogramShape shape;

  /// The number of the next result. Ranges that are left out have numbers too.
  private int next;

  /// @param group a group of histograms
  /// @param percentiles the percentiles from 0 to 100, in the order of the results
  /// @param ranges whether there are results for ranges
  public HistogramResults(GroupResult group, List<Float> percentiles, boolean ranges) {
    HistogramSums histograms = group.histograms();
    if (histograms == null) {
      throw new IllegalArgumentException("cannot make results of a group without histograms");
    }
    this.group = group;
    this.percentiles = List.copyOf(percentiles);
    sums = histograms;
    shape = ranges ? histograms.union() : null;
  }

  /// Returns whether ranges are wanted, but the group has too many different ones.
  public boolean hasTooManyRanges() {
    return shape != null && shape.isFolded();
  }

  /// Returns the next result; null at the end.
  public @Nullable GroupResult next() {
    if (next < percentiles.size()) {
      return percentile(percentiles.get(next++));
    }
    HistogramShape all = shape;
    int end = all == null ? 0 : percentiles.size() + ranges(all);
    while (all != null && next < end) {
      GroupResult result = ofRange(all, next++ - percentiles.size());
      if (result != null) {
        return result;
      }
    }
    return null;
  }

  private GroupResult percentile(float percent) {
    var points = new AggregatedPoints(false, sums.size());
    for (int slot = 0; slot < sums.size(); slot++) {
      points.addDouble(sums.time(slot), sums.sum(slot).percentile(percent));
    }
    return group.of("_pct_" + percent, points);
  }

  /// Returns the number of ranges, with those below and above fixed ones.
  private static int ranges(HistogramShape all) {
    return all.ranges() + (all.fixed() == null ? 0 : 2);
  }

  private @Nullable GroupResult ofRange(HistogramShape all, int number) {
    if (all.fixed() == null) {
      return ofExponential(all, number);
    }
    if (number == 0) {
      return group.of("_UNDERFLOW", counts(sum -> sum.countOutside(FixedShape.UNDERFLOW)));
    }
    if (number > all.ranges()) {
      return group.of("_OVERFLOW", counts(sum -> sum.countOutside(FixedShape.OVERFLOW)));
    }
    int range = number - 1;
    if (!all.isFixed(range)) {
      return ofExponential(all, range);
    }
    String name = "_%s_%s".formatted((float) all.lower(range), (float) all.upper(range));
    return group.of(name, counts(sum -> sum.countIn(all, range)));
  }

  private @Nullable GroupResult ofExponential(HistogramShape all, int range) {
    AggregatedPoints counts = counts(sum -> sum.countIn(all, range));
    boolean empty = true;
    for (int i = 0; i < counts.size(); i++) {
      empty &= counts.longValue(i) == 0;
    }
    // plus zero, so that ranges near zero begin with 0.0 and not with -0.0
    String name = "_%s_%s".formatted(all.lower(range) + 0.0, all.upper(range) + 0.0);
    return empty ? null : group.of(name, counts);
  }

  @FunctionalInterface
  private interface Count {
    long of(HistogramSum sum);
  }

  private AggregatedPoints counts(Count count) {
    var points = new AggregatedPoints(true, sums.size());
    for (int slot = 0; slot < sums.size(); slot++) {
      points.addLong(sums.time(slot), count.of(sums.sum(slot)));
    }
    return points;
  }
}
