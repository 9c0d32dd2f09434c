package goku.shortterm.preaggregation;

import java.util.Arrays;

/// The series of a metric with equal values of the tags that a rule keeps. Changed by the writer.
/// Any thread reads `terms` and `shape`.
final class Group {
  private final Rule rule;

  /// The id in the table of slots.
  private final int id;

  /// The row in the rule's buckets.
  private final int row;

  private final Terms terms;

  /// The number of series. Writer only.
  private int members;

  private volatile Shape shape = new Shape(new int[0], new int[0]);

  /// The ids of the kept tags in the order of the rule's keys, `TermDictionary.NONE` for a key that
  /// the series lack.
  @SuppressWarnings("ArrayRecordComponent") // compared by content
  record Terms(int[] ids) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Terms terms && Arrays.equals(ids, terms.ids);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(ids);
    }
  }

  /// The known tags that are not kept. Sets without an order.
  ///
  /// @param common tags of every series of the group
  /// @param varying keys whose tag differs between series, or that some series lack
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Shape(int[] common, int[] varying) {}

  Group(Rule rule, int id, int row, Terms terms) {
    this.rule = rule;
    this.id = id;
    this.row = row;
    this.terms = terms;
  }

  Terms terms() {
    return terms;
  }

  Shape shape() {
    return shape;
  }

  /// Adds a series with these tags.
  ///
  /// @param tags the tags that are not kept
  /// @param keys the key of each tag
  void join(int[] tags, int[] keys, int count) {
    Shape old = shape;
    if (members++ == 0) {
      shape = new Shape(Arrays.copyOf(tags, count), new int[0]);
      return;
    }
    int[] common = intersection(old.common(), tags, count);
    int[] varying = old.varying();
    for (int n = 0; n < count; n++) {
      if (!contains(common, common.length, tags[n])) {
        varying = with(varying, keys[n]);
      }
    }
    if (common.length < old.common().length) {
      for (int term : old.common()) {
        if (!contains(common, common.length, term)) {
          varying = with(varying, rule.keyOf(term));
        }
      }
    }
    if (common.length < old.common().length || varying.length > old.varying().length) {
      shape = new Shape(common, varying);
    }
  }

  private static int[] intersection(int[] set, int[] tags, int count) {
    int[] both = set;
    for (int term : set) {
      if (!contains(tags, count, term)) {
        both = Arrays.stream(both).filter(other -> other != term).toArray();
      }
    }
    return both;
  }

  private static int[] with(int[] set, int key) {
    if (contains(set, set.length, key)) {
      return set;
    }
    int[] larger = Arrays.copyOf(set, set.length + 1);
    larger[set.length] = key;
    return larger;
  }

  private static boolean contains(int[] set, int count, int wanted) {
    for (int i = 0; i < count; i++) {
      if (set[i] == wanted) {
        return true;
      }
    }
    return false;
  }

  Rule rule() {
    return rule;
  }

  int id() {
    return id;
  }

  int row() {
    return row;
  }

  /// Removes a series. Returns whether the group is empty now.
  boolean leave() {
    return --members == 0;
  }
}
