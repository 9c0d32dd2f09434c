package goku.query.aggregator;

import goku.query.aggregator.Percentile.Estimate;
import goku.query.aggregator.Traits.OneValue;
import goku.query.aggregator.Traits.Order;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The aggregators of OpenTSDB, by the same names. They combine the series of a group at one time,
/// or the datapoints of a series in one downsampling step (section 3 of the paper).
///
/// All properties of an aggregator follow from its interpolation and its reduction.
public enum Aggregator {
  SUM("sum", Interpolation.LINEAR, Arithmetic.SUM),
  MIN("min", Interpolation.LINEAR, Selecting.MIN),
  MAX("max", Interpolation.LINEAR, Selecting.MAX),
  AVG("avg", Interpolation.LINEAR, Arithmetic.AVERAGE),
  MEDIAN("median", Interpolation.LINEAR, Selecting.MEDIAN),
  MULT("mult", Interpolation.LINEAR, Arithmetic.PRODUCT),
  DEV("dev", Interpolation.LINEAR, Spread.DEVIATION),
  DIFF("diff", Interpolation.LINEAR, Spread.DIFFERENCE),
  COUNT("count", Interpolation.ZERO, Arithmetic.COUNT),
  ZIMSUM("zimsum", Interpolation.ZERO, Arithmetic.SUM),
  SQUARE_SUM("squareSum", Interpolation.ZERO, Arithmetic.SQUARE_SUM),
  FIRST("first", Interpolation.ZERO, Selecting.FIRST),
  LAST("last", Interpolation.ZERO, Selecting.LAST),
  MIMMIN("mimmin", Interpolation.LARGEST, Selecting.MIN),
  MIMMAX("mimmax", Interpolation.SMALLEST, Selecting.MAX),
  PFSUM("pfsum", Interpolation.PREVIOUS, Arithmetic.SUM),
  /// No aggregation: every series is its own group.
  NONE("none", Interpolation.ZERO, Selecting.FIRST),
  P50("p50", 0.5, Estimate.P_N_PLUS_1),
  P75("p75", 0.75, Estimate.P_N_PLUS_1),
  P90("p90", 0.9, Estimate.P_N_PLUS_1),
  P95("p95", 0.95, Estimate.P_N_PLUS_1),
  P99("p99", 0.99, Estimate.P_N_PLUS_1),
  P999("p999", 0.999, Estimate.P_N_PLUS_1),
  EP50R3("ep50r3", 0.5, Estimate.R3),
  EP75R3("ep75r3", 0.75, Estimate.R3),
  EP90R3("ep90r3", 0.9, Estimate.R3),
  EP95R3("ep95r3", 0.95, Estimate.R3),
  EP99R3("ep99r3", 0.99, Estimate.R3),
  EP999R3("ep999r3", 0.999, Estimate.R3),
  EP50R7("ep50r7", 0.5, Estimate.R7),
  EP75R7("ep75r7", 0.75, Estimate.R7),
  EP90R7("ep90r7", 0.9, Estimate.R7),
  EP95R7("ep95r7", 0.95, Estimate.R7),
  EP99R7("ep99r7", 0.99, Estimate.R7),
  EP999R7("ep999r7", 0.999, Estimate.R7);

  private static final Map<String, Aggregator> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(Aggregator::text, Function.identity()));

  private final String text;
  private final Interpolation interpolation;

  @SuppressWarnings("ImmutableEnumChecker") // all reductions are enums and records
  private final Reduction reduction;

  Aggregator(String text, Interpolation interpolation, Reduction reduction) {
    this.text = text;
    this.interpolation = interpolation;
    this.reduction = reduction;
  }

  Aggregator(String text, double fraction, Estimate estimate) {
    this(text, Interpolation.LINEAR, new Percentile(fraction, estimate));
  }

  /// Returns the aggregator with this name, which is case-sensitive.
  public static Optional<Aggregator> named(String text) {
    return Optional.ofNullable(BY_NAME.get(text));
  }

  /// Returns the name used in queries.
  public String text() {
    return text;
  }

  public Interpolation interpolation() {
    return interpolation;
  }

  /// Returns the partial results from which the result can be calculated.
  public Composition composition() {
    return reduction.traits().composition();
  }

  /// Returns whether the result for a single value is that value (or 0.0 for -0.0).
  public boolean keepsOneValue() {
    return reduction.traits().oneValue() == OneValue.KEPT;
  }

  /// Returns whether the order of the series changes the result, even in the last bits only.
  public boolean dependsOnOrder() {
    // a group of NONE is a single series
    return this != NONE && reduction.traits().order() == Order.RELEVANT;
  }

  /// Returns whether values interpolated for a series without a datapoint never change the result.
  public boolean ignoresGaps() {
    return composition().ignores(interpolation);
  }

  /// Aggregates `values[from]` to `values[to - 1]`, at least one value. NaN is a gap.
  public double reduce(double[] values, int from, int to) {
    return reduction.ofDoubles(values, from, to);
  }

  /// Aggregates in 64-bit integer arithmetic, which wraps and cuts fractions towards zero.
  public long reduce(long[] values, int from, int to) {
    return reduction.ofLongs(values, from, to);
  }
}
