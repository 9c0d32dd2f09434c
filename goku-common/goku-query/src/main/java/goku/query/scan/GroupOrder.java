package goku.query.scan;

import goku.model.Tag;
import goku.query.Grouping;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.query.control.QueryControl;
import goku.query.partial.GroupKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The series of a selection in the order of their groups. Made from the index only: reads no
/// datapoint and needs only a number per series. Immutable.
final class GroupOrder {
  private static final int SERIES_BETWEEN_CHECKS = 4096;

  private final TagTable terms;
  private final List<GroupKey> keys;

  /// Positions in the selection, group by group.
  private final int[] positions;

  /// The beginning of each group in `positions`, followed by the number of positions.
  private final int[] starts;

  /// The group of each position.
  private final int[] groupOf;

  private GroupOrder(
      TagTable terms, List<GroupKey> keys, int[] positions, int[] starts, int[] groupOf) {
    this.terms = terms;
    this.keys = keys;
    this.positions = positions;
    this.starts = starts;
    this.groupOf = groupOf;
  }

  static GroupOrder of(SeriesSelection selection, Grouping grouping, QueryControl control) {
    var terms = new TagTable(selection, grouping);
    var groups = new TupleMap();
    int[] groupOf = new int[selection.size()];
    var series = new TagTerms(selection);
    int[] by = new int[16];
    for (int position = 0; position < groupOf.length; position++) {
      if (position % SERIES_BETWEEN_CHECKS == 0) {
        control.check();
      }
      series.load(position);
      if (series.count() > by.length) {
        by = new int[series.count()];
      }
      int length = 0;
      for (int n = 0; n < series.count(); n++) {
        int term = series.get(n);
        if (terms.add(term)) {
          by[length++] = term;
        }
      }
      groupOf[position] = groups.number(by, length);
    }
    return sorted(terms, groups, groupOf);
  }

  private static GroupOrder sorted(TagTable terms, TupleMap groups, int[] groupOf) {
    List<GroupKey> keys = new ArrayList<>(groups.size());
    for (int group = 0; group < groups.size(); group++) {
      Tag[] tags = new Tag[groups.length(group)];
      for (int n = 0; n < tags.length; n++) {
        tags[n] = terms.tag(groups.get(group, n));
      }
      keys.add(new GroupKey(List.of(tags)));
    }
    Integer[] byRank = new Integer[keys.size()];
    Arrays.setAll(byRank, group -> group);
    Arrays.sort(byRank, Comparator.comparing(keys::get));
    int[] rank = new int[byRank.length];
    for (int i = 0; i < byRank.length; i++) {
      rank[byRank[i]] = i;
    }
    int[] starts = new int[byRank.length + 1];
    for (int position = 0; position < groupOf.length; position++) {
      int group = rank[groupOf[position]];
      groupOf[position] = group;
      starts[group + 1]++;
    }
    for (int group = 0; group < byRank.length; group++) {
      starts[group + 1] += starts[group];
    }
    int[] next = Arrays.copyOf(starts, byRank.length);
    int[] positions = new int[groupOf.length];
    for (int position = 0; position < groupOf.length; position++) {
      positions[next[groupOf[position]]++] = position;
    }
    List<GroupKey> ordered = new ArrayList<>(keys.size());
    for (int group : byRank) {
      ordered.add(keys.get(group));
    }
    return new GroupOrder(terms, ordered, positions, starts, groupOf);
  }

  TagTable terms() {
    return terms;
  }

  int groups() {
    return keys.size();
  }

  GroupKey key(int group) {
    return keys.get(group);
  }

  /// Returns the group of the series at a position of the selection.
  int group(int position) {
    return groupOf[position];
  }

  /// Returns the beginning of the group in the order of all series. Accepts the number of groups,
  /// for the end of the last group.
  int start(int group) {
    return starts[group];
  }

  /// Returns the number of series.
  int series() {
    return positions.length;
  }

  /// Returns positions in the selection, in the order of groups. Callers must not change the array.
  int[] positions() {
    return positions;
  }

  /// Returns the position in the selection of the i-th series in the order of groups.
  int position(int i) {
    return positions[i];
  }
}
