package goku.query.scan;

import goku.model.Tag;
import goku.query.Grouping;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.query.aggregator.Aggregator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tags that occur in a selection, by their term ids: which key each has, by dense numbers of
/// the table's own, and whether the query groups by it. Term ids are dense in a shard, of which a
/// query may touch few: entries lie in pages, made when a term of theirs is first seen.
///
/// Filled by one thread; when it is published any thread may read, and the text of a tag is made
/// when it is first asked for.
final class TagTable {
  private static final int PAGE_SHIFT = 9;
  private static final int PAGE = 1 << PAGE_SHIFT;

  /// Stand for pages that have not been made.
  private static final int[] NO_ENTRIES = {};

  private static final @Nullable Tag[] NO_TAGS = {};

  private final SeriesSelection selection;
  private final Grouping grouping;
  private final List<String> keyTexts = new ArrayList<>();

  /// By the term of a key: twice its number plus two, one more if the query groups by it.
  private final IntMap keys = new IntMap();

  /// By term: the same of its key; zero if the term has not been seen.
  private int[][] entries = {};

  /// By term: the tag, if it was asked for.
  private @Nullable Tag[][] tags = {};

  TagTable(SeriesSelection selection, Grouping grouping) {
    this.selection = selection;
    this.grouping = grouping;
  }

  /// Takes a term in, if it is new. Returns whether the query groups by its key.
  boolean add(int term) {
    int page = term >>> PAGE_SHIFT;
    boolean made = page < entries.length && entries[page].length > 0;
    int entry = made ? entries[page][term & PAGE - 1] : 0;
    return ((entry == 0 ? create(term) : entry) & 1) != 0;
  }

  private int create(int term) {
    int page = term >>> PAGE_SHIFT;
    if (page >= entries.length) {
      int known = entries.length;
      entries = Arrays.copyOf(entries, page + page / 2 + 1);
      Arrays.fill(entries, known, entries.length, NO_ENTRIES);
      tags = Arrays.copyOf(tags, entries.length);
      Arrays.fill(tags, known, tags.length, NO_TAGS);
    }
    if (entries[page].length == 0) {
      entries[page] = new int[PAGE];
    }
    int keyTerm = selection.keyOf(term);
    int entry = keys.get(keyTerm);
    if (entry == IntMap.NONE) {
      entry = createKey(selection.tag(term).key());
      keys.put(keyTerm, entry);
    }
    entries[page][term & PAGE - 1] = entry;
    return entry;
  }

  private int createKey(String text) {
    keyTexts.add(text);
    boolean groups = grouping.aggregator() == Aggregator.NONE || grouping.by().contains(text);
    return keyTexts.size() << 1 | (groups ? 1 : 0);
  }

  /// The number of the key of a term that was added.
  int keyOf(int term) {
    return (entries[term >>> PAGE_SHIFT][term & PAGE - 1] >> 1) - 1;
  }

  String keyText(int key) {
    return keyTexts.get(key);
  }

  int keyCount() {
    return keyTexts.size();
  }

  /// The tag of a term that was added. Two threads may make it, or its page, at the same time: a
  /// tag is immutable, and one that is lost is made again.
  Tag tag(int term) {
    @Nullable Tag[] page = tags[term >>> PAGE_SHIFT];
    if (page.length == 0) {
      page = new Tag[PAGE];
      tags[term >>> PAGE_SHIFT] = page;
    }
    Tag tag = page[term & PAGE - 1];
    if (tag == null) {
      tag = selection.tag(term);
      page[term & PAGE - 1] = tag;
    }
    return tag;
  }

  /// The tags of a series, all of which were added, ascending by key.
  List<Tag> tags(TagTerms series) {
    Tag[] all = new Tag[series.count()];
    for (int n = 0; n < all.length; n++) {
      all[n] = tag(series.get(n));
    }
    return List.of(all);
  }
}
