package goku.query.scan;

import goku.model.Tag;
import goku.query.SeriesSelection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tags that occur in a selection, by dense numbers of their own, and the keys they belong to.
/// Filled by one thread; when it is published any thread may read, and the text of a tag is made
/// when it is first asked for.
final class TermTable {
  private final SeriesSelection selection;
  private final IntMap numbers = new IntMap();
  private final IntMap keyNumbers = new IntMap();
  private final List<String> keyTexts = new ArrayList<>();
  private int[] terms = new int[16];
  private int[] keys = new int[16];
  private @Nullable Tag[] tags = {};

  TermTable(SeriesSelection selection) {
    this.selection = selection;
  }

  /// The number of the n-th tag of a series, given to it if it is new.
  int add(int position, int n) {
    int term = selection.tagTerm(position, n);
    int number = numbers.get(term);
    return number == IntMap.NONE ? create(term) : number;
  }

  private int create(int term) {
    int number = numbers.size();
    if (number == terms.length) {
      terms = Arrays.copyOf(terms, number * 2);
      keys = Arrays.copyOf(keys, number * 2);
    }
    int keyTerm = selection.keyOf(term);
    int key = keyNumbers.get(keyTerm);
    if (key == IntMap.NONE) {
      key = keyNumbers.size();
      keyNumbers.put(keyTerm, key);
      keyTexts.add(selection.tag(term).key());
    }
    terms[number] = term;
    keys[number] = key;
    numbers.put(term, number);
    return number;
  }

  /// All tags are in: called before the table is published.
  void freeze() {
    tags = new Tag[numbers.size()];
  }

  /// The number of the n-th tag of a series whose tags are all in.
  int number(int position, int n) {
    return numbers.get(selection.tagTerm(position, n));
  }

  /// The number of the key of a tag.
  int keyOf(int number) {
    return keys[number];
  }

  String keyText(int key) {
    return keyTexts.get(key);
  }

  int keyCount() {
    return keyNumbers.size();
  }

  /// The tag. Two threads may make it at the same time: it is immutable and the same.
  Tag tag(int number) {
    Tag tag = tags[number];
    if (tag == null) {
      tag = selection.tag(terms[number]);
      tags[number] = tag;
    }
    return tag;
  }
}
