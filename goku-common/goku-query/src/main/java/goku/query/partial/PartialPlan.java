package goku.query.partial;

import goku.query.Grid;
import goku.query.Grouping;
import goku.query.NodeQuery;
import org.jspecify.annotations.Nullable;

/// Whether the groups of a query can be states instead of series, and how. The same on all nodes.
/// Immutable.
public final class PartialPlan {
  /// Two megabytes of state for a group; beyond it the datapoints of a series are mostly fewer than
  /// the slots.
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
        query.series() ? null : SlotFunction.of(grouping.aggregator()).orElse(null);
    var downsample = query.stages().downsample();
    if (function == null || downsample == null) {
      return new PartialPlan(query, shape, function, null);
    }
    Grid grid = Grid.of(downsample, grouping.window().range(), MAX_SLOTS);
    return new PartialPlan(query, shape, grid == null ? null : function, grid);
  }

  public NodeQuery query() {
    return query;
  }

  /// The slots of the states; null when they depend on the series, or groups cannot be states.
  public @Nullable Grid grid() {
    return grid;
  }

  /// Whether groups can be states.
  public boolean accumulates() {
    return function != null;
  }

  /// Bytes of heap that the state of a group takes, roughly; zero when it depends on the series, or
  /// groups cannot be states.
  public long stateBytes() {
    return grid == null ? 0 : GridAccumulator.heldBytes(grid);
  }

  /// An empty state of a group; only if `accumulates`.
  public Accumulator newAccumulator() {
    if (function == null) {
      throw new IllegalStateException("the groups of this query are series");
    }
    return grid == null
        ? new RunAccumulator(query.grouping().window().range(), shape, function)
        : new GridAccumulator(grid, shape, function);
  }

  /// A state of a group that was made elsewhere by the plan of the same query; only if
  /// `accumulates`.
  ///
  /// @throws IllegalArgumentException when it was made by another plan
  public Accumulator restored(AccumulatorState state) {
    if (function == null) {
      throw new IllegalArgumentException("the groups of this query are series");
    }
    return grid == null
        ? new RunAccumulator(query.grouping().window().range(), shape, function, state)
        : new GridAccumulator(grid, shape, function, state);
  }
}
