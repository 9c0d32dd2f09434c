package goku.shortterm.preaggregation;

import goku.index.TermDictionary;
import goku.model.Tag;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupTags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A group of an answer under construction: its states, and the tags that its series have in
/// common. Owned by one thread, which holds a pin.
final class AnswerGroup {
  private static final int SEVERAL = -2;

  private final GroupKey key;
  private final GroupState state;
  private final TermDictionary terms;

  /// The keys of the group's series as terms, and for each the only tag so far, or `SEVERAL`.
  private int[] keys = new int[8];

  private int[] only = new int[8];
  private int count;

  /// Keys for which series may have a tag that was not seen yet.
  private int[] varying = {};

  AnswerGroup(GroupKey key, GroupState state, TermDictionary terms) {
    this.key = key;
    this.state = state;
    this.terms = terms;
  }

  /// Adds the known tags of a rule's group.
  void add(Group group) {
    for (int term : group.terms().ids()) {
      if (term != TermDictionary.NONE) {
        addTag(term);
      }
    }
    Group.Shape shape = group.shape();
    for (int term : shape.common()) {
      addTag(term);
    }
    int size = varying.length;
    varying = Arrays.copyOf(varying, size + shape.varying().length);
    System.arraycopy(shape.varying(), 0, varying, size, shape.varying().length);
  }

  /// Adds a tag of a series of the group.
  void addTag(int term) {
    int key = terms.keyOf(term);
    for (int n = 0; n < count; n++) {
      if (keys[n] == key) {
        only[n] = only[n] == term ? term : SEVERAL;
        return;
      }
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, count * 2);
      only = Arrays.copyOf(only, count * 2);
    }
    keys[count] = key;
    only[count++] = term;
  }

  /// Returns whether no further series can change the tags.
  boolean isResolved() {
    for (int key : varying) {
      if (!isSeveral(key)) {
        return false;
      }
    }
    return true;
  }

  private boolean isSeveral(int key) {
    for (int n = 0; n < count; n++) {
      if (keys[n] == key) {
        return only[n] == SEVERAL;
      }
    }
    return false;
  }

  GroupTags tags() {
    List<Tag> common = new ArrayList<>();
    List<String> differing = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      String key = terms.text(keys[n]);
      if (only[n] == SEVERAL) {
        differing.add(key);
      } else {
        common.add(new Tag(key, terms.value(only[n])));
      }
    }
    common.sort(null);
    differing.sort(null);
    return new GroupTags(common, differing);
  }

  GroupKey key() {
    return key;
  }

  GroupState state() {
    return state;
  }
}
