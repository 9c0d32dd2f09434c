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

/// The tags of a selection by their term ids: the dense number of each tag's key, and whether the
/// query groups by it. Term ids are dense in a shard, but a query may touch only a few, so entries
/// are in pages that are allocated on first use.
///
/// Filled by one thread, then read by any thread. The text of a tag is created when first
/// requested.
final class TagTable {
  private static final int PAGE_SHIFT = 9;
  private static final int PAGE = 1 << PAGE_SHIFT;

  /// Placeholders for pages not yet allocated.
  private static final int[] NO_ENTRIES = {};

  private static final @Nullable Tag[] NO_TAGS = {};

  private final SeriesSelection selection;
  private final Grouping grouping;
  private final List<String> keyTexts = new ArrayList<>();

  /// Entry by the key's term: twice the key's number plus two, plus one if the query groups by it.
  private final IntMap keys = new IntMap();

  /// Entry of the tag's key by term; zero if the term has not been seen.
  private int[][] entries = {};

  /// Tag by term, if requested before.
  private @Nullable Tag[][] tags = {};

  TagTable(SeriesSelection selection, Grouping grouping) {
    this.selection = selection;
    this.grouping = grouping;
  }

  /// Adds a term if it is new. Returns whether the query groups by its key.
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

  /// Returns the number of the key of a term that was added.
  int keyOf(int term) {
    return (entries[term >>> PAGE_SHIFT][term & PAGE - 1] >> 1) - 1;
  }

  String keyText(int key) {
    return keyTexts.get(key);
  }

  int keyCount() {
    return keyTexts.size();
  }

  /// Returns the tag of a term that was added. Two threads may create the tag or its page at the
  /// same time. This is harmless: a tag is immutable, and a lost one is created again.
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

  /// Returns the tags of a series, ascending by key. All of them must have been added.
  List<Tag> tags(TagTerms series) {
    Tag[] all = new Tag[series.count()];
    for (int n = 0; n < all.length; n++) {
      all[n] = tag(series.get(n));
    }
    return List.of(all);
  }
}
