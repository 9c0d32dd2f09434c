package goku.query.partial;

import goku.model.HistogramMetric;
import goku.query.Grid;
import goku.query.Grouping;
import goku.query.NodeQuery;
import org.jspecify.annotations.Nullable;

/// The form in which nodes send the groups of a query: as sums if the series are of histograms,
/// otherwise as states if possible, otherwise as series. The same on all nodes. Immutable.
public final class PartialPlan {
  /// The largest number of slots of a group's state, about two megabytes. Beyond it, a series
  /// usually has fewer datapoints than the state has slots.
  private static final int MAX_SLOTS = 100_000;

  private final NodeQuery query;
  private final SeriesShape shape;
  private final @Nullable SlotFunction function;
  private final @Nullable Grid grid;

  private PartialPlan(
      NodeQuery query, SeriesShape shape, @Nullable SlotFunction function, @Nullable Grid grid) {
    this.query = query;
    this.shape = shape;
    this.function = function;
    this.grid = grid;
  }

  public static PartialPlan of(NodeQuery query) {
    Grouping grouping = query.grouping();
    var shape = new SeriesShape(grouping.rates(), grouping.aggregator().interpolation());
    SlotFunction function =
        query.series() || isOfHistograms(query)
            ? null
            : SlotFunction.of(grouping.aggregator()).orElse(null);
    var downsample = query.stages().downsample();
    if (function == null || downsample == null) {
      return new PartialPlan(query, shape, function, null);
    }
    Grid grid = Grid.of(downsample, grouping.window().range(), MAX_SLOTS);
    return new PartialPlan(query, shape, grid == null ? null : function, grid);
  }

  private static boolean isOfHistograms(NodeQuery query) {
    String metric = query.filter().metric();
    return metric != null && HistogramMetric.isMarked(metric);
  }

  public NodeQuery query() {
    return query;
  }

  /// Returns whether the series are of histograms. Groups are then sums.
  public boolean isOfHistograms() {
    return isOfHistograms(query);
  }

  /// Returns the slots of the states; null if they depend on the series, or if groups are not
  /// states.
  public @Nullable Grid grid() {
    return grid;
  }

  /// Returns whether groups can be states.
  public boolean accumulates() {
    return function != null;
  }

  /// Returns the approximate size in bytes of a group's state on the heap; zero if the size depends
  /// on the series, or if groups cannot be states.
  public long stateBytes() {
    return grid == null ? 0 : GridAccumulator.heldBytes(grid);
  }

  /// Returns an empty state of a group. Requires `accumulates`.
  public Accumulator newAccumulator() {
    if (function == null) {
      throw new IllegalStateException("cannot create a state: the groups of this query are series");
    }
    return grid == null
        ? new RunAccumulator(query.grouping().window().range(), shape, function)
        : new GridAccumulator(grid, shape, function);
  }

  /// Returns a group's state that the plan of the same query made in another process. Requires
  /// `accumulates`.
  ///
  /// @throws IllegalArgumentException if another plan made the state
  public Accumulator restored(AccumulatorState state) {
    if (function == null) {
      throw new IllegalArgumentException(
          "cannot restore state: the groups of this query are series");
    }
    return grid == null
        ? new RunAccumulator(query.grouping().window().range(), shape, function, state)
        : new GridAccumulator(grid, shape, function, state);
  }
}
