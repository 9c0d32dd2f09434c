package goku.shortterm.preaggregation;

import goku.index.SeriesIndex;
import goku.index.TermDictionary;
import goku.memory.Reclaimer;
import goku.model.PreAggregation;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.node.NodeResources;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A rule in one shard: its groups, and their cells in each bucket. Changed by the writer. Other
/// threads use only the methods that permit it.
final class Rule {
  private final PreAggregation definition;
  private final long intervalMillis;

  /// The slots of series of the metric that are in no group yet.
  private final BitSet waiting = new BitSet();

  private final SeriesIndex index;
  private final Buckets buckets;
  private final Reclaimer reclaimer;
  private final NodeResources node;
  private final GroupSlots slots;
  private final int maxGroups;
  private final Map<Group.Terms, Group> groups = new HashMap<>();
  private final Deque<Integer> freeRows = new ArrayDeque<>();
  private int rowLimit;
  private @Nullable BucketAggregates last;

  /// The groups by row. The array is replaced when it grows, and published again with each entry.
  private volatile @Nullable Group[] byRow = new Group[16];

  /// The cells of buckets, ascending. The list is never modified.
  private volatile List<BucketAggregates> aggregates = List.of();

  private volatile boolean closed;

  /// Scratch space for the tags of the series that joins a group.
  private int[] tags = new int[16];

  private int[] keys = new int[16];

  Rule(
      PreAggregation definition,
      SeriesIndex index,
      Buckets buckets,
      Reclaimer reclaimer,
      NodeResources node,
      GroupSlots slots,
      int maxGroups) {
    this.definition = definition;
    this.index = index;
    this.buckets = buckets;
    this.reclaimer = reclaimer;
    this.node = node;
    this.slots = slots;
    this.maxGroups = maxGroups;
    intervalMillis = definition.interval().toMillis();
  }

  /// Returns the cells of all buckets, ascending. Any thread.
  List<BucketAggregates> aggregates() {
    return aggregates;
  }

  /// Returns the groups by row, with nulls in between. Any thread.
  @Nullable Group[] groups() {
    return byRow;
  }

  int groupCount() {
    return groups.size();
  }

  int keyOf(int term) {
    return index.terms().keyOf(term);
  }

  /// Adds the series at a slot to those that `enrolWaiting` puts into groups.
  void addWaiting(int slot) {
    waiting.set(slot);
  }

  /// Removes the series at a slot, which is evicted, from those that wait for a group.
  void removeWaiting(int slot) {
    waiting.clear(slot);
  }

  /// Returns whether series wait for a group.
  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /// Puts waiting series into their groups, at most as many as the limit. Returns false if there
  /// would be too many groups.
  boolean enrolWaiting(int limit) {
    for (int n = 0; n < limit && !waiting.isEmpty(); n++) {
      int slot = waiting.nextSetBit(0);
      waiting.clear(slot);
      if (!enrol(slot)) {
        return false;
      }
    }
    return true;
  }

  /// Adds the series at a slot to its group. Returns false if there would be too many groups.
  boolean enrol(int slot) {
    int count = index.series().tags(slot, tags);
    if (count > tags.length) {
      tags = new int[count];
      keys = new int[count];
      index.series().tags(slot, tags);
    }
    int[] kept = new int[definition.keep().size()];
    Arrays.fill(kept, TermDictionary.NONE);
    int others = 0;
    for (int n = 0; n < count; n++) {
      int key = keyOf(tags[n]);
      int place = definition.keep().indexOf(index.terms().text(key));
      if (place >= 0) {
        kept[place] = tags[n];
      } else {
        keys[others] = key;
        tags[others++] = tags[n];
      }
    }
    var terms = new Group.Terms(kept);
    Group group = groups.get(terms);
    if (group == null) {
      if (groups.size() >= maxGroups) {
        return false;
      }
      group = create(terms);
    }
    group.join(tags, keys, others);
    slots.set(slot, group);
    return true;
  }

  private Group create(Group.Terms terms) {
    Integer free = freeRows.poll();
    int row = free == null ? rowLimit++ : free;
    if (free != null) {
      aggregates.forEach(aggregate -> aggregate.clearRow(row));
    }
    var group = new Group(this, slots.takeId(), row, terms);
    groups.put(terms, group);
    slots.register(group);
    @Nullable Group[] all = byRow;
    if (row >= all.length) {
      all = Arrays.copyOf(all, row * 2);
    }
    all[row] = group;
    byRow = all;
    return group;
  }

  /// Removes the series at a slot, which has no datapoints and will be evicted.
  void remove(int slot, Group group) {
    slots.clear(slot);
    if (group.leave()) {
      groups.remove(group.terms());
      byRow[group.row()] = null;
      reclaimer.retire(
          () -> {
            slots.giveBack(group);
            freeRows.add(group.row());
          });
    }
  }

  /// Returns the cells of a bucket, after creating them if necessary. Cells of a bucket without
  /// datapoints, and without later buckets, are complete at once. Others must be built.
  BucketAggregates of(Bucket bucket) {
    BucketAggregates known = last;
    if (known == null || known.bucket() != bucket) {
      known = find(bucket);
      last = known;
    }
    return known;
  }

  private BucketAggregates find(Bucket bucket) {
    for (BucketAggregates aggregate : aggregates) {
      if (aggregate.bucket() == bucket) {
        return aggregate;
      }
    }
    dropGone();
    var added = new BucketAggregates(bucket, intervalMillis, node.pool(), node.use());
    boolean newest =
        aggregates.isEmpty() || aggregates.getLast().bucket().number() < bucket.number();
    if (newest && bucket.parts().isEmpty() && waiting.isEmpty()) {
      added.complete();
    }
    aggregates =
        Stream.concat(aggregates.stream(), Stream.of(added))
            .sorted(Comparator.comparingInt(aggregate -> aggregate.bucket().number()))
            .toList();
    return added;
  }

  /// Applies added and removed buckets.
  void followBuckets() {
    dropGone();
    for (Bucket bucket : buckets.all()) {
      of(bucket);
    }
  }

  private void dropGone() {
    List<Bucket> live = buckets.all();
    List<BucketAggregates> gone =
        aggregates.stream().filter(aggregate -> !live.contains(aggregate.bucket())).toList();
    if (!gone.isEmpty()) {
      drop(gone);
    }
  }

  private void drop(List<BucketAggregates> gone) {
    aggregates = aggregates.stream().filter(aggregate -> !gone.contains(aggregate)).toList();
    last = null;
    reclaimer.retire(() -> gone.forEach(BucketAggregates::close));
  }

  /// Returns whether groups may be gone, so that a search may miss their series. Any thread.
  boolean isClosed() {
    return closed;
  }

  /// Drops all groups and cells.
  void close() {
    closed = true;
    drop(aggregates);
    waiting.clear();
    for (int slot = 0; slot < index.slotLimit(); slot++) {
      Group group = slots.of(slot);
      if (group != null && group.rule() == this) {
        slots.clear(slot);
      }
    }
    List<Group> gone = List.copyOf(groups.values());
    groups.clear();
    byRow = new Group[16];
    reclaimer.retire(() -> gone.forEach(slots::giveBack));
  }

  PreAggregation definition() {
    return definition;
  }

  long intervalMillis() {
    return intervalMillis;
  }
}
