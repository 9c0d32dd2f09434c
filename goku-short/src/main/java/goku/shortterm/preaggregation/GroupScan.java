package goku.shortterm.preaggregation;

import goku.index.SeriesIndex;
import goku.index.TermDictionary;
import goku.model.Tag;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.control.QueryControl;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialPlan;
import goku.shortterm.bucket.Bucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The answer of a query from cells: the groups whose cells suffice, and the series of the others.
/// Owned by one thread, which holds a pin.
public final class GroupScan {
  private static final int GROUPS_BETWEEN_CHECKS = 64;
  private static final int SLOTS_BETWEEN_CHECKS = 1 << 14;

  /// The limit for the states of all groups, which are built before the first is handed over: 500
  /// groups of a day of minutes. Larger answers are built from series, a few groups at a time.
  private static final long MAX_STATE_BYTES = 16 << 20;

  private final PreAggregates aggregates;
  private final GroupQuery query;
  private final SeriesIndex index;
  private final QueryControl control;
  private final List<BucketAggregates> buckets;
  private final Map<GroupKey, AnswerGroup> answer = new TreeMap<>();

  /// The group of the answer by row.
  private final @Nullable AnswerGroup[] byRow;

  /// Rows whose series must be read.
  private final boolean[] left;

  private final @Nullable Group[] groups;
  private int answered;

  /// The part of an answer that comes from cells.
  ///
  /// @param groups the groups, ascending
  /// @param cells the number of cells read
  /// @param slots the slots of series that must be read
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Answer(List<GroupPartial> groups, long cells, int[] slots, Duration interval) {}

  private GroupScan(
      PreAggregates aggregates,
      GroupQuery query,
      SeriesIndex index,
      List<BucketAggregates> buckets,
      QueryControl control) {
    this.aggregates = aggregates;
    this.query = query;
    this.index = index;
    this.buckets = buckets;
    this.control = control;
    groups = query.rule().groups();
    byRow = new AnswerGroup[groups.length];
    left = new boolean[groups.length];
  }

  /// Returns null if no rule answers the query, or its cells are incomplete.
  ///
  /// @param touched the shard's buckets with datapoints in the read window
  public static @Nullable Answer run(
      PreAggregates aggregates,
      SeriesIndex index,
      Bucket[] touched,
      PartialPlan plan,
      QueryControl control) {
    GroupQuery query = GroupQuery.of(aggregates, plan);
    List<BucketAggregates> buckets = query == null ? null : buckets(query, touched);
    return query == null || buckets == null
        ? null
        : new GroupScan(aggregates, query, index, buckets, control).answer();
  }

  /// Returns the cells of the window; null if some are missing.
  private static @Nullable List<BucketAggregates> buckets(GroupQuery query, Bucket[] touched) {
    TimeRange read = query.plan().query().stages().window().read();
    List<BucketAggregates> all = query.rule().aggregates();
    List<BucketAggregates> inWindow =
        all.stream()
            .filter(one -> one.bucket().lastMillis() >= read.startMillis())
            .filter(one -> one.bucket().startMillis() <= read.endMillis())
            .toList();
    for (Bucket bucket : touched) {
      if (inWindow.stream().noneMatch(one -> one.bucket() == bucket)) {
        return null;
      }
    }
    boolean complete = inWindow.stream().allMatch(BucketAggregates::isComplete);
    return inWindow.isEmpty()
            || !complete
            || (query.derivation().gapless() && lacksBucket(all, read))
        ? null
        : inWindow;
  }

  /// Returns whether a window without datapoints lies between others. Its missing series are not
  /// counted.
  private static boolean lacksBucket(List<BucketAggregates> all, TimeRange read) {
    for (int i = 1; i < all.size(); i++) {
      Bucket before = all.get(i - 1).bucket();
      Bucket next = all.get(i).bucket();
      if (next.number() - before.number() > 1
          && before.lastMillis() < read.endMillis()
          && next.startMillis() > read.startMillis()) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Answer answer() {
    int scanned = readCells();
    if (isTooLarge()) {
      return null;
    }
    int[] slots = visitSeries(scanned);
    if (query.rule().isClosed()) {
      return null;
    }
    aggregates.metrics().queried(answered, scanned);
    List<GroupPartial> partials = new ArrayList<>(answer.size());
    for (AnswerGroup group : answer.values()) {
      var state = query.plan().restored(group.state().toState(query.zeros()));
      partials.add(
          new GroupPartial(
              group.key(), group.tags(), List.of(), new Contribution.Accumulated(state)));
    }
    long cells = (long) answered * query.grid().cells();
    return new Answer(partials, cells, slots, query.rule().definition().interval());
  }

  /// Returns the number of groups whose series must be read.
  private int readCells() {
    var reader = new RowReader(buckets, query.grid());
    int scanned = 0;
    for (int row = 0; row < groups.length && !isTooLarge(); row++) {
      if (row % GROUPS_BETWEEN_CHECKS == 0) {
        control.check();
      }
      Group group = groups[row];
      if (group == null || !matches(group)) {
        continue;
      }
      if (!reader.read(row)) {
        left[row] = true;
        scanned++;
      } else if (Arrays.stream(reader.values().counts()).anyMatch(count -> count > 0)) {
        GroupKey key = key(group);
        AnswerGroup known = answer.get(key);
        AnswerGroup into = known == null ? create(key) : known;
        if (into.state().follows(reader)) {
          answer.put(key, into);
          into.state().add(reader.values());
          into.add(group);
          byRow[row] = into;
          answered++;
        } else {
          left[row] = true;
          scanned++;
        }
      }
    }
    return scanned;
  }

  private boolean isTooLarge() {
    long slots = (long) answer.size() * query.grid().slots();
    return slots * GroupState.SLOT_BYTES > MAX_STATE_BYTES;
  }

  private AnswerGroup create(GroupKey key) {
    var state = new GroupState(query.grid(), query.derivation());
    return new AnswerGroup(key, state, index.terms());
  }

  private boolean matches(Group group) {
    for (TagFilter filter : query.filters()) {
      int term = term(group, filter.key());
      boolean matches =
          term == TermDictionary.NONE
              ? filter.matchesAbsent()
              : filter.matches(index.terms().value(term));
      if (!matches) {
        return false;
      }
    }
    return true;
  }

  private int term(Group group, String key) {
    return group.terms().ids()[query.rule().definition().keep().indexOf(key)];
  }

  private GroupKey key(Group group) {
    List<Tag> tags = new ArrayList<>();
    for (String key : query.rule().definition().keep()) {
      int term = term(group, key);
      if (term != TermDictionary.NONE && query.plan().query().grouping().by().contains(key)) {
        tags.add(new Tag(key, index.terms().value(term)));
      }
    }
    return new GroupKey(tags);
  }

  /// Finds the series of groups that must be read, and the varying tags of the other groups.
  private int[] visitSeries(int scanned) {
    long unresolved = answer.values().stream().filter(group -> !group.isResolved()).count();
    if (scanned == 0 && unresolved == 0) {
      return new int[0];
    }
    var visit = new SeriesVisit(index, buckets, query);
    int[] found = new int[1024];
    int count = 0;
    GroupSlots slots = aggregates.slots();
    int limit = slots.limit();
    for (int slot = 0; slot < limit && (scanned > 0 || unresolved > 0); slot++) {
      if (slot % SLOTS_BETWEEN_CHECKS == 0) {
        control.check();
      }
      Group group = slots.of(slot);
      if (group == null || group.rule() != query.rule() || group.row() >= left.length) {
        continue;
      }
      AnswerGroup of = byRow[group.row()];
      if (left[group.row()]) {
        found = count == found.length ? Arrays.copyOf(found, count * 2) : found;
        found[count++] = slot;
      } else if (of != null && !of.isResolved() && visit.hasData(slot)) {
        visit.addTags(slot, of);
        unresolved -= of.isResolved() ? 1 : 0;
      }
    }
    return Arrays.copyOf(found, count);
  }
}
