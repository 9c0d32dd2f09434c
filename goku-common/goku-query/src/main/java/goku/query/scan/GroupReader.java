package goku.query.scan;

import goku.model.PointBuffer;
import goku.model.Tag;
import goku.query.SeriesPartial;
import goku.query.SeriesPipeline;
import goku.query.SeriesSelection;
import goku.query.control.Charge;
import goku.query.control.QueryControl;
import goku.query.histogram.HistogramAdder;
import goku.query.histogram.HistogramSums;
import goku.query.partial.Accumulator;
import goku.query.partial.Contribution;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A reader that runs the stages of series and adds them to their group. Used by one worker at a
/// time, with buffers reused from series to series.
final class GroupReader {
  /// The number of series whose data together fit a part of the second-level cache.
  private static final int PREFETCH = 64;

  private final SeriesLoader series;
  private final GroupOrder order;
  private final PartialPlan plan;
  private final SeriesPipeline pipeline;
  private final TagSummary tags;
  private final boolean paged;

  /// Null unless the series are of histograms.
  private final @Nullable HistogramAdder histograms;

  /// The memory of the buffers, which stay from series to series.
  private final Charge buffers;

  /// The memory of the groups read since `begin`.
  private final Charge results;

  private long datapoints;

  /// The end of the prefetched series in the order, and the end of the series to read.
  private int near;

  private int end;

  /// Write-only: keeps the JIT from removing the prefetching loads.
  @SuppressWarnings("UnusedVariable")
  private long prefetched;

  GroupReader(SeriesSelection selection, GroupOrder order, PartialPlan plan, QueryControl control) {
    buffers = new Charge(control);
    results = new Charge(control);
    series = new SeriesLoader(selection, plan.query().stages(), buffers);
    paged = plan.query().stages().page() != null;
    this.order = order;
    this.plan = plan;
    pipeline = new SeriesPipeline(plan.query().stages(), buffers);
    histograms = plan.isOfHistograms() ? new HistogramAdder(plan.query().stages(), buffers) : null;
    tags = new TagSummary(selection, order.terms());
  }

  /// Prefetches the next series.
  private void approach(int next) {
    if (next >= near) {
      near = Math.min(next + PREFETCH, end);
      prefetched += series.prefetch(order.positions(), next, near);
    }
  }

  /// Prepares to read the series `from` to `to - 1` of the order.
  void begin(int from, int to) {
    near = from;
    end = to;
    datapoints = 0;
  }

  /// Returns the number of stored datapoints read since `begin`.
  long datapoints() {
    return datapoints;
  }

  /// Lets the caller count the groups read since `begin`.
  void handOver(long bytes) {
    results.handOver(bytes);
  }

  /// Releases the groups read since `begin`, which nobody will get.
  void forget() {
    results.close();
  }

  /// Releases the memory of the buffers.
  void close() {
    forget();
    buffers.close();
  }

  /// Returns the contribution of the series `from` to `to - 1` of the order, all of one group.
  /// Empty if none has a datapoint in the window. The only series of a group is sent unchanged,
  /// which takes less space than a state.
  Optional<GroupPartial> read(int group, int from, int to) {
    if (histograms != null) {
      return sums(histograms, group, from, to);
    }
    boolean alone = order.start(group + 1) - order.start(group) == 1;
    if (plan.accumulates() && !alone) {
      results.accept(plan.stateBytes());
      Accumulator state = plan.newAccumulator();
      long before = datapoints;
      if (accumulate(state, from, to)) {
        return partial(group, new Contribution.Accumulated(state));
      }
      datapoints = before;
    }
    return members(group, from, to);
  }

  private Optional<GroupPartial> sums(HistogramAdder adder, int group, int from, int to) {
    tags.clear();
    var sums = new HistogramSums(results);
    for (int i = from; i < to; i++) {
      approach(i);
      int position = order.position(i);
      if (load(position, false)) {
        tags.add(position);
        adder.add(series.points(), sums);
      }
    }
    return partial(group, new Contribution.Summed(sums));
  }

  /// Adds the series to the state. Returns false if a series does not fit.
  private boolean accumulate(Accumulator state, int from, int to) {
    tags.clear();
    boolean integers = true;
    for (int i = from; i < to; i++) {
      approach(i);
      int position = order.position(i);
      if (load(position, integers)) {
        tags.add(position);
        integers = integers();
        if (!state.add(pipeline.apply(series.points()), integers)) {
          return false;
        }
      }
    }
    return true;
  }

  private Optional<GroupPartial> members(int group, int from, int to) {
    tags.clear();
    List<SeriesPartial> members = new ArrayList<>(to - from);
    boolean integers = true;
    for (int i = from; i < to; i++) {
      approach(i);
      int position = order.position(i);
      if (load(position, integers)) {
        tags.add(position);
        integers = integers();
        PointBuffer result = pipeline.apply(series.points());
        results.accept(SeriesPartial.heldBytes(result));
        members.add(SeriesPartial.of(tags.ofLast(), result, integers));
      }
    }
    return partial(group, new Contribution.Members(members));
  }

  private Optional<GroupPartial> partial(int group, Contribution contribution) {
    if (tags.isEmpty()) {
      return Optional.empty();
    }
    List<List<Tag>> members = plan.query().grouping().members() ? tags.members() : List.of();
    return Optional.of(
        new GroupPartial(order.key(group), tags.toGroupTags(), members, contribution));
  }

  /// Reads a series. Returns false if it has no datapoint in the window.
  ///
  /// @param integers whether all earlier series of the group have only integers; if not, it does
  ///   not matter for this one
  private boolean load(int position, boolean integers) {
    boolean exists = series.load(position, integers);
    datapoints += HistogramAdder.datapoints(series.points());
    return exists;
  }

  /// Returns whether the last series read has only integers after its stages.
  private boolean integers() {
    return paged ? series.integers() : pipeline.integers(series.points());
  }
}
