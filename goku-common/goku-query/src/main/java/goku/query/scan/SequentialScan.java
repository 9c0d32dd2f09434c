package goku.query.scan;

import goku.model.PointBuffer;
import goku.query.SeriesPipeline;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.query.control.Charge;
import goku.query.control.QueryControl;
import goku.query.partial.Accumulator;
import goku.query.partial.Contribution;
import goku.query.partial.GroupPartial;
import goku.query.partial.MisalignedException;
import goku.query.partial.PartialPlan;
import goku.query.partial.PartialStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One query on consecutive series of a shard, read in the order of memory because the series of
/// each group are scattered. Each series is added to the state of its group. All states are kept
/// until the last series is read, so this suits few groups with small states.
///
/// The reader of groups waits for the last turn, see `Turns`.
final class SequentialScan implements PartialStream {
  private final Charge buffers;
  private final Turns turns;
  private final GroupOrder order;
  private final PartialPlan plan;
  private final QueryControl control;
  private final SeriesPipeline pipeline;
  private final TagTerms series;
  private final CommonTags tags;
  private final @Nullable Accumulator[] states;
  private long heldBytes;

  /// The next group to return.
  private int group;

  private SequentialScan(
      SeriesSelection selection,
      GroupOrder order,
      PartialPlan plan,
      QueryControl control,
      FairExecutor.Lane lane,
      int from,
      int to) {
    buffers = new Charge(control);
    var reader = new SeriesLoader(selection, plan.query().stages(), buffers);
    turns = new Turns(reader, control, lane, this::add, from, to);
    this.order = order;
    this.plan = plan;
    this.control = control;
    pipeline = new SeriesPipeline(plan.query().stages(), buffers);
    series = new TagTerms(selection);
    tags = new CommonTags(order.terms(), order.groups());
    states = new Accumulator[order.groups()];
  }

  /// Starts to read the series at the positions `from` to `to - 1`.
  static SequentialScan start(
      SeriesSelection selection,
      GroupOrder order,
      PartialPlan plan,
      QueryControl control,
      FairExecutor.Lane lane,
      int from,
      int to) {
    var scan = new SequentialScan(selection, order, plan, control, lane, from, to);
    scan.heldBytes = order.groups() * plan.stateBytes();
    control.hold(scan.heldBytes);
    scan.turns.start();
    return scan;
  }

  /// Adds a series to its group. Downsampled series never count as integers.
  private void add(int position, PointBuffer points) {
    int group = order.group(position);
    Accumulator state = states[group];
    if (state == null) {
      state = plan.newAccumulator();
      states[group] = state;
    }
    if (!state.add(pipeline.apply(points), false)) {
      throw new MisalignedException(order.key(group));
    }
    series.load(position);
    for (int n = 0; n < series.count(); n++) {
      tags.add(group, series.get(n));
    }
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    turns.await();
    while (group < states.length) {
      Accumulator state = states[group++];
      if (state != null) {
        states[group - 1] = null; // now owned by the consumer
        var part = new Contribution.Accumulated(state);
        return new GroupPartial(order.key(group - 1), tags.of(group - 1), List.of(), part);
      }
    }
    return null;
  }

  /// Releases the memory. Workers have already stopped; see `NodeScan`.
  @Override
  public void close() {
    control.hold(-heldBytes);
    heldBytes = 0;
    buffers.close();
  }
}
