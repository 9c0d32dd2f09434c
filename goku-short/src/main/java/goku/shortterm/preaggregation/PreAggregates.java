package goku.shortterm.preaggregation;

import goku.format.CorruptException;
import goku.index.SeriesIndex;
import goku.memory.Reclaimer;
import goku.model.NameHash;
import goku.model.NameText;
import goku.model.PointBuffer;
import goku.model.PreAggregation;
import goku.model.ShardId;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.node.NodeResources;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The pre-aggregated metrics of a shard; see the package's description. Called by the writer,
/// except for `find` and `slots`. Without rules, each series of a batch costs one comparison.
///
/// A change of a series is reported before and after it is made.
public final class PreAggregates implements AutoCloseable {
  private final SeriesIndex index;
  private final Reclaimer reclaimer;
  private final PreAggregationMetrics metrics;
  private final GroupSlots slots;
  private final SeriesChange change = new SeriesChange();
  private final AggregateBuilder builder;
  private final Rules rules;

  /// The group of the change in progress.
  private @Nullable Group group;

  private @Nullable BucketAggregates changed;
  private int slot;
  private boolean behindLast;
  private final PointBuffer before = new PointBuffer();
  private final PointBuffer after = new PointBuffer();

  public PreAggregates(
      ShardId shard, SeriesIndex index, Buckets buckets, Reclaimer reclaimer, NodeResources node) {
    this.index = index;
    this.reclaimer = reclaimer;
    slots = new GroupSlots(node.pool(), node.use());
    rules = new Rules(index, buckets, reclaimer, node, slots);
    metrics = new PreAggregationMetrics(node.registry(), shard, rules::groupCount);
    builder = new AggregateBuilder(index, slots, node.nanoTime(), change);
  }

  /// Sets the supplier of rules, which is called from time to time.
  ///
  /// @param maxGroups the limit of groups of one rule, beyond which it is given up
  public void follow(Supplier<List<PreAggregation>> wanted, int maxGroups) {
    rules.follow(wanted, maxGroups);
  }

  /// Applies changes of rules, and of buckets that were added or removed.
  public void review() {
    rules.review();
  }

  /// Reports a new series at the slot.
  public void added(int newSlot) {
    if (rules.isEmpty()) {
      return;
    }
    Rule rule = rules.find(index.terms().text(index.series().metric(newSlot)));
    if (rule != null) {
      try {
        if (!rule.enrol(newSlot)) {
          stop(rule, PreAggregationMetrics.Reason.GROUPS);
        }
      } catch (NoRoomException e) {
        stop(rule, PreAggregationMetrics.Reason.MEMORY);
      }
    }
  }

  /// Reports that the series of the slots, which have no datapoints, will be evicted.
  public void evicting(int[] evicted) {
    if (rules.isEmpty()) {
      return;
    }
    for (int one : evicted) {
      rules.all().forEach(rule -> rule.removeWaiting(one));
      Group of = slots.of(one);
      if (of != null) {
        of.rule().remove(one, of);
      }
    }
  }

  /// Returns whether changes of the series at the slot must be reported.
  public boolean concerns(int changedSlot) {
    return !rules.isEmpty() && slots.of(changedSlot) != null;
  }

  /// Reports that a datapoint will be appended to a series that this concerns.
  public void beforeAppend(int changedSlot, Bucket bucket, long timestampMillis) {
    begin(changedSlot, bucket);
    BucketAggregates aggregates = changed;
    if (aggregates != null) {
      long offset = timestampMillis - bucket.startMillis();
      behindLast = offset > SpanTable.last(aggregates.spans().get(slot));
      if (!behindLast) {
        readBefore(bucket);
      }
    }
  }

  /// Reports that the datapoint was appended.
  public void afterAppend(Bucket bucket, long timestampMillis, double value) {
    Group of = group;
    BucketAggregates aggregates = changed;
    if (of == null || aggregates == null) {
      return;
    }
    if (behindLast) {
      int offset = (int) (timestampMillis - bucket.startMillis());
      run(of, all -> change.append(all, aggregates, of.row(), slot, offset, value));
    } else if (!has(before, timestampMillis, value)) {
      replace(of, aggregates);
    }
  }

  private static boolean has(PointBuffer points, long timestampMillis, double value) {
    int at = points.firstAtOrAfter(timestampMillis);
    return at < points.size()
        && points.timestamps()[at] == timestampMillis
        && Double.doubleToRawLongBits(points.values()[at]) == Double.doubleToRawLongBits(value);
  }

  /// Reports that datapoints of a series in a bucket will be deleted.
  public void beforeDelete(int changedSlot, Bucket bucket) {
    group = null;
    changed = null;
    if (concerns(changedSlot) && bucket.has(changedSlot)) {
      begin(changedSlot, bucket);
      if (changed != null) {
        readBefore(bucket);
      }
    }
  }

  /// Reports that the datapoints were deleted.
  public void afterDelete() {
    Group of = group;
    BucketAggregates aggregates = changed;
    if (of != null && aggregates != null) {
      replace(of, aggregates);
    }
  }

  /// Reports that a bucket lost the datapoints of blocked metrics with these hashes. After an
  /// unblock they are aggregated again.
  public void leftOut(Set<Long> metrics) {
    for (Rule rule : List.copyOf(rules.all())) {
      if (metrics.contains(NameHash.of(NameText.bytes(rule.definition().metric())))) {
        rules.remove(rule);
      }
    }
  }

  private void begin(int changedSlot, Bucket bucket) {
    slot = changedSlot;
    group = slots.of(slot);
    changed = null;
    if (group != null) {
      BucketAggregates aggregates = group.rule().of(bucket);
      changed = aggregates.includes(slot) ? aggregates : null;
    }
  }

  /// Reads the series before its change. If the bucket's file is damaged, the difference is unknown
  /// and the rule's aggregates are built again.
  private void readBefore(Bucket bucket) {
    try {
      read(bucket, before);
    } catch (CorruptException damaged) {
      if (group != null) {
        rules.remove(group.rule());
      }
      group = null;
      changed = null;
    }
  }

  private void read(Bucket bucket, PointBuffer into) {
    into.clear();
    bucket.read(slot, into);
  }

  private void replace(Group of, BucketAggregates aggregates) {
    read(aggregates.bucket(), after);
    run(of, all -> change.replace(all, aggregates, of.row(), slot, before, after));
  }

  @FunctionalInterface
  private interface Work {
    void run(List<BucketAggregates> all);
  }

  private void run(Group of, Work work) {
    try {
      work.run(of.rule().aggregates());
    } catch (NoRoomException e) {
      stop(of.rule(), PreAggregationMetrics.Reason.MEMORY);
    }
  }

  /// Runs a slice of outstanding building, unless the last one was a moment ago.
  public void proceed() {
    if (rules.isEmpty() || !builder.isRested()) {
      return;
    }
    for (Rule rule : rules.all()) {
      if (!AggregateBuilder.isEmpty(rule) && build(rule)) {
        return;
      }
    }
  }

  /// Returns false if a bucket's file is damaged. The rule's aggregates stay incomplete until its
  /// repair, so queries read series.
  private boolean build(Rule rule) {
    try {
      if (!builder.work(rule)) {
        stop(rule, PreAggregationMetrics.Reason.GROUPS);
      }
    } catch (NoRoomException e) {
      stop(rule, PreAggregationMetrics.Reason.MEMORY);
    } catch (CorruptException damaged) {
      return false;
    }
    return true;
  }

  /// Returns whether everything is built. Writer only, as are the methods above.
  public boolean isSettled() {
    return rules.all().stream().allMatch(AggregateBuilder::isEmpty);
  }

  /// Returns the rule of a metric; null for none. Any thread with a pin.
  @Nullable Rule find(String metric) {
    return rules.find(metric);
  }

  GroupSlots slots() {
    return slots;
  }

  PreAggregationMetrics metrics() {
    return metrics;
  }

  private void stop(Rule rule, PreAggregationMetrics.Reason reason) {
    metrics.stopped(rule.definition(), reason, rules.maxGroups());
    rules.stop(rule);
  }

  /// Frees all memory after the last reader.
  @Override
  public void close() {
    metrics.close();
    rules.close();
    reclaimer.retire(slots::close);
  }
}
