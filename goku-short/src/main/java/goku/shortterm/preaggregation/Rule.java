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

/// One rule in one shard: its groups, and their cells in each bucket. Changed by the writer; other
/// threads use what says so.
final class Rule {
  final PreAggregation definition;
  final long intervalMillis;

  /// Series of the metric that are in no group yet.
  final BitSet waiting = new BitSet();

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

  /// By row. Replaced when it grows, and published anew with each entry.
  private volatile @Nullable Group[] byRow = new Group[16];

  /// Ascending; never changed.
  private volatile List<BucketAggregates> aggregates = List.of();

  private volatile boolean closed;

  /// Tags of the series that is put into a group.
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

  /// The cells of all buckets, ascending. Any thread.
  List<BucketAggregates> aggregates() {
    return aggregates;
  }

  /// The groups by their rows, with nulls in between. Any thread.
  @Nullable Group[] groups() {
    return byRow;
  }

  int groupCount() {
    return groups.size();
  }

  int keyOf(int term) {
    return index.terms().keyOf(term);
  }

  /// Puts the series at a slot into its group. False when there would be too many groups.
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

  /// The series at a slot, which has no datapoint any more, is about to go.
  void remove(int slot, Group group) {
    slots.clear(slot);
    if (--group.members == 0) {
      groups.remove(group.terms());
      byRow[group.row] = null;
      reclaimer.retire(
          () -> {
            slots.giveBack(group);
            freeRows.add(group.row);
          });
    }
  }

  /// The cells of a bucket, made if there are none. Those of a bucket without datapoints, behind
  /// which there are no others, are complete at once; others are built.
  BucketAggregates of(Bucket bucket) {
    BucketAggregates known = last;
    if (known == null || known.bucket != bucket) {
      known = find(bucket);
      last = known;
    }
    return known;
  }

  private BucketAggregates find(Bucket bucket) {
    for (BucketAggregates aggregate : aggregates) {
      if (aggregate.bucket == bucket) {
        return aggregate;
      }
    }
    dropGone();
    var added = new BucketAggregates(bucket, intervalMillis, node.pool(), node.use());
    boolean newest = aggregates.isEmpty() || aggregates.getLast().bucket.number() < bucket.number();
    if (newest && bucket.parts().isEmpty() && waiting.isEmpty()) {
      added.complete();
    }
    aggregates =
        Stream.concat(aggregates.stream(), Stream.of(added))
            .sorted(Comparator.comparingInt(aggregate -> aggregate.bucket.number()))
            .toList();
    return added;
  }

  /// Takes over which buckets there are.
  void followBuckets() {
    dropGone();
    for (Bucket bucket : buckets.all()) {
      of(bucket);
    }
  }

  private void dropGone() {
    List<Bucket> live = buckets.all();
    List<BucketAggregates> gone =
        aggregates.stream().filter(aggregate -> !live.contains(aggregate.bucket)).toList();
    if (!gone.isEmpty()) {
      drop(gone);
    }
  }

  private void drop(List<BucketAggregates> gone) {
    aggregates = aggregates.stream().filter(aggregate -> !gone.contains(aggregate)).toList();
    last = null;
    reclaimer.retire(() -> gone.forEach(BucketAggregates::close));
  }

  /// Whether groups are forgotten, so that who looks for their series may miss some. Any thread.
  boolean isClosed() {
    return closed;
  }

  /// Forgets all groups and cells.
  void close() {
    closed = true;
    drop(aggregates);
    waiting.clear();
    for (int slot = 0; slot < index.slotLimit(); slot++) {
      Group group = slots.of(slot);
      if (group != null && group.rule == this) {
        slots.clear(slot);
      }
    }
    List<Group> gone = List.copyOf(groups.values());
    groups.clear();
    byRow = new Group[16];
    reclaimer.retire(() -> gone.forEach(slots::giveBack));
  }
}
