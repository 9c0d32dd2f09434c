package goku.shortterm.preaggregation;

import goku.index.SeriesIndex;
import goku.model.PointBuffer;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The builder of aggregates from series that existed before their rule. The shard's writer runs it
/// in slices between batches, so that no batch waits longer than for one slice and no series
/// changes while the builder reads it. The newest bucket comes first, as most queries are about it.
final class AggregateBuilder {
  /// The longest delay of a batch.
  private static final long WORK_NANOS = Duration.ofMillis(5).toNanos();

  /// The pause after a slice, in which batches have the thread.
  private static final long REST_NANOS = Duration.ofMillis(10).toNanos();

  /// The slots between two looks at the clock, of series that are read and of others.
  private static final int SERIES_A_STEP = 64;

  private static final int SLOTS_A_STEP = 1 << 14;

  private final SeriesIndex index;
  private final GroupSlots slots;
  private final LongSupplier nanoTime;
  private final SeriesChange change;
  private final PointBuffer points = new PointBuffer();
  private long restUntilNanos = Long.MIN_VALUE;

  AggregateBuilder(
      SeriesIndex index, GroupSlots slots, LongSupplier nanoTime, SeriesChange change) {
    this.index = index;
    this.slots = slots;
    this.nanoTime = nanoTime;
    this.change = change;
  }

  /// Returns whether the pause before the next slice is over.
  boolean isRested() {
    return restUntilNanos == Long.MIN_VALUE || nanoTime.getAsLong() - restUntilNanos >= 0;
  }

  /// Returns whether there is nothing to do for the rule.
  static boolean isEmpty(Rule rule) {
    return !rule.hasWaiting()
        && rule.aggregates().stream()
            .allMatch(aggregates -> aggregates.isComplete() && aggregates.stale().isEmpty());
  }

  /// Runs a slice for the rule. Returns false if it has too many groups.
  boolean work(Rule rule) {
    long end = nanoTime.getAsLong() + WORK_NANOS;
    boolean fits = true;
    do {
      fits = step(rule);
    } while (fits && !isEmpty(rule) && nanoTime.getAsLong() - end < 0);
    restUntilNanos = nanoTime.getAsLong() + REST_NANOS;
    return fits;
  }

  private boolean step(Rule rule) {
    if (rule.hasWaiting()) {
      return rule.enrolWaiting(SERIES_A_STEP);
    }
    List<BucketAggregates> all = rule.aggregates();
    for (BucketAggregates aggregates : all.reversed()) {
      if (!aggregates.isComplete()) {
        build(rule, all, aggregates);
        return true;
      }
    }
    for (BucketAggregates aggregates : all.reversed()) {
      if (!aggregates.stale().isEmpty()) {
        repair(rule, aggregates);
        return true;
      }
    }
    return true;
  }

  private void build(Rule rule, List<BucketAggregates> all, BucketAggregates aggregates) {
    int read = 0;
    int limit = index.slotLimit();
    int end = Math.min(limit, aggregates.cursor() + SLOTS_A_STEP);
    for (int slot = aggregates.cursor(); slot < end && read < SERIES_A_STEP; slot++) {
      Group group = groupIn(rule, slot);
      if (group != null) {
        points.clear();
        aggregates.bucket().read(slot, points);
      }
      aggregates.advance(slot + 1);
      if (group != null) {
        change.include(all, aggregates, group.row(), slot, points);
        read++;
      }
    }
    if (aggregates.cursor() >= limit) {
      aggregates.complete();
    }
  }

  private void repair(Rule rule, BucketAggregates aggregates) {
    ExtremesRepair repair = aggregates.repair();
    int read = 0;
    int limit = index.slotLimit();
    int end = Math.min(limit, repair.cursor() + SLOTS_A_STEP);
    for (; repair.cursor() < end && read < SERIES_A_STEP; repair.advance()) {
      Group group = groupIn(rule, repair.cursor());
      if (group != null && repair.concerns(group.row())) {
        points.clear();
        aggregates.bucket().read(repair.cursor(), points);
        repair.visit(group.row(), points);
        read++;
      }
    }
    if (repair.cursor() >= limit) {
      repair.finish();
    }
  }

  private @Nullable Group groupIn(Rule rule, int slot) {
    Group group = slots.of(slot);
    return group != null && group.rule() == rule ? group : null;
  }
}
