package goku.index;

import goku.model.TagFilter;
import goku.query.SeriesFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.roaringbitmap.RoaringBitmap;

/// One search (section 4.7.3 of the paper): the postings of the metric and of all filters that name
/// their values are intersected, the smallest first; what is left, and each new series, is tested
/// one by one. Where the hashes of names are given, the forward index takes the place of the
/// postings. Owned by one query, which holds a pin.
final class IndexSearch {
  private final TermDictionary terms;
  private final SeriesTable series;
  private final SlotTags tags;
  private final Postings postings;
  private final SeriesFilter filter;

  /// Keys that the series must have, and no others, when `explicitTags` is asked for. An unknown
  /// one is in no series.
  private final Set<Integer> keys;

  IndexSearch(TermDictionary terms, SeriesTable series, Postings postings, SeriesFilter filter) {
    this.terms = terms;
    this.series = series;
    tags = new SlotTags(series);
    this.postings = postings;
    this.filter = filter;
    keys =
        filter.filters().stream()
            .filter(tagFilter -> !(tagFilter instanceof TagFilter.NotKey))
            .map(tagFilter -> terms.find(TermKind.KEY, tagFilter.key()))
            .collect(Collectors.toSet());
  }

  /// The slots that match, ascending but for those of new series. The caller loaded `count` before
  /// it called, so that a series which left the new ones since is in the postings.
  int[] run(NewSeries newSeries, int count) {
    RoaringBitmap candidates = candidates();
    var rest =
        new SeriesMatcher(
            terms, series, filter.filters().stream().filter(f -> !namesItsValues(f)).toList());
    var slots = new SlotList(candidates.getCardinality());
    candidates.forEach(
        (int slot) -> {
          if (rest.matches(slot) && hasExactlyTheKeys(slot)) {
            slots.add(slot);
          }
        });
    addNew(newSeries, count, candidates, slots);
    return slots.toArray();
  }

  /// The slots of series with one of the hashes that match. The forward index knows new series too.
  int[] run(HashTable forward, Set<Long> hashes) {
    IntPredicate matches = everyCondition();
    var slots = new SlotList(hashes.size());
    for (long hash : hashes) {
      forward.offer(
          hash,
          slot -> {
            if (series.hash(slot) == hash && matches.test(slot)) {
              slots.add(slot);
            }
          });
    }
    return slots.toArray();
  }

  private void addNew(NewSeries newSeries, int count, RoaringBitmap seen, SlotList slots) {
    IntPredicate matches = everyCondition();
    for (int i = 0; i < count; i++) {
      int slot = newSeries.slot(i);
      if (matches.test(slot) && !seen.contains(slot)) {
        slots.add(slot);
      }
    }
  }

  /// Tests a slot that no postings have been asked for.
  private IntPredicate everyCondition() {
    int metric = metricTerm();
    var all = new SeriesMatcher(terms, series, filter.filters());
    return slot ->
        (filter.metric() == null || series.metric(slot) == metric)
            && all.matches(slot)
            && hasExactlyTheKeys(slot);
  }

  private RoaringBitmap candidates() {
    List<RoaringBitmap> sets = new ArrayList<>();
    if (filter.metric() != null) {
      sets.add(slotsOf(metricTerm()));
    }
    for (TagFilter tagFilter : filter.filters()) {
      if (tagFilter instanceof TagFilter.LiteralOr literal && namesItsValues(tagFilter)) {
        sets.add(slotsOf(literal));
      }
    }
    if (sets.isEmpty()) {
      return postings.get(TermDictionary.ALL_SERIES);
    }
    sets.sort(Comparator.comparingLong(RoaringBitmap::getLongCardinality));
    RoaringBitmap result = sets.getFirst();
    for (RoaringBitmap set : sets.subList(1, sets.size())) {
      result = RoaringBitmap.and(result, set);
    }
    return result;
  }

  private int metricTerm() {
    return filter.metric() == null
        ? TermDictionary.NONE
        : terms.find(TermKind.METRIC, filter.metric());
  }

  private static boolean namesItsValues(TagFilter filter) {
    return filter instanceof TagFilter.LiteralOr literal
        && !literal.negated()
        && !literal.ignoreCase();
  }

  private RoaringBitmap slotsOf(TagFilter.LiteralOr literal) {
    RoaringBitmap[] sets =
        literal.values().stream()
            .map(value -> slotsOf(terms.findPair(literal.key(), value)))
            .toArray(RoaringBitmap[]::new);
    return sets.length == 1 ? sets[0] : RoaringBitmap.or(sets);
  }

  private RoaringBitmap slotsOf(int term) {
    return term == TermDictionary.NONE ? new RoaringBitmap() : postings.get(term);
  }

  /// Whether the series has the keys of the filters and no others, if that is asked for.
  private boolean hasExactlyTheKeys(int slot) {
    if (!filter.explicitTags()) {
      return true;
    }
    tags.read(slot);
    if (tags.count() != keys.size()) {
      return false;
    }
    for (int n = 0; n < keys.size(); n++) {
      if (!keys.contains(terms.keyOf(tags.term(n)))) {
        return false;
      }
    }
    return true;
  }

  private static final class SlotList {
    private int[] slots;
    private int count;

    SlotList(int expected) {
      slots = new int[Math.max(expected, 16)];
    }

    void add(int slot) {
      if (count == slots.length) {
        slots = Arrays.copyOf(slots, count * 2);
      }
      slots[count++] = slot;
    }

    int[] toArray() {
      return count == slots.length ? slots : Arrays.copyOf(slots, count);
    }
  }
}
