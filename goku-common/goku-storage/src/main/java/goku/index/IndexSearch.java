package goku.index;

import goku.model.SeriesFilter;
import goku.model.TagFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/// One search (section 4.7.3 of the paper). Intersects the postings of the metric and of all
/// filters that name their values, the smallest first. The remaining series and all new series are
/// tested one by one. If one of these conditions matches few series, or if hashes of names are
/// given, the forward index replaces the other postings. Owned by one query, which holds a pin.
final class IndexSearch {
  /// The largest number of series that are faster to test one by one than to unpack the postings of
  /// a metric of a thousand series.
  static final int FEW_SERIES = 256;

  private final TermDictionary terms;
  private final SeriesTable series;
  private final SlotTags tags;
  private final Postings postings;
  private final SeriesFilter filter;
  private final int few;

  /// The term of the metric; `NONE` if every metric is wanted or no series has the metric.
  private final int metric;

  /// Keys that the series must have, and no others, with `explicitTags`. No series has an unknown
  /// key.
  private final Set<Integer> keys;

  IndexSearch(
      TermDictionary terms, SeriesTable series, Postings postings, SeriesFilter filter, int few) {
    this.terms = terms;
    this.series = series;
    tags = new SlotTags(series);
    this.postings = postings;
    this.filter = filter;
    this.few = few;
    metric =
        filter.metric() == null
            ? TermDictionary.NONE
            : terms.find(TermKind.METRIC, filter.metric());
    keys = filter.explicitTags() ? keys() : Set.of();
  }

  private Set<Integer> keys() {
    return filter.filters().stream()
        .filter(tagFilter -> !(tagFilter instanceof TagFilter.NotKey))
        .map(tagFilter -> terms.find(TermKind.KEY, tagFilter.key()))
        .collect(Collectors.toSet());
  }

  /// A condition that postings can answer: the metric, if there is no filter, or a filter that
  /// names its values.
  private static final class Named {
    private final @Nullable TagFilter filter;

    /// Terms of the condition. A series has at most one of them.
    private final int[] terms;

    Named(@Nullable TagFilter filter, int... terms) {
      this.filter = filter;
      this.terms = terms;
    }
  }

  /// Returns the matching slots, unordered. The caller must load `count` before the call, so that a
  /// series that has left the new series since then is in the postings.
  int[] run(NewSeries newSeries, int count) {
    List<Named> named = named();
    Named rarest = rarest(named);
    return rarest == null || uses(rarest) > few
        ? intersected(named, newSeries, count)
        : tested(rarest, newSeries, count);
  }

  /// Returns the largest number of series that the postings let through, or the largest integer if
  /// no condition has postings.
  int most() {
    Named rarest = rarest(named());
    return rarest == null ? Integer.MAX_VALUE : uses(rarest);
  }

  private @Nullable Named rarest(List<Named> named) {
    Named rarest = null;
    int least = Integer.MAX_VALUE;
    for (Named one : named) {
      int uses = uses(one);
      if (uses < least) {
        least = uses;
        rarest = one;
      }
    }
    return rarest;
  }

  private List<Named> named() {
    List<Named> named = new ArrayList<>();
    if (filter.metric() != null) {
      named.add(new Named(null, metric));
    }
    for (TagFilter tagFilter : filter.filters()) {
      if (tagFilter instanceof TagFilter.LiteralOr literal && namesItsValues(tagFilter)) {
        int[] pairs = new int[literal.values().size()];
        int count = 0;
        for (String value : literal.values()) {
          pairs[count++] = terms.findPair(literal.key(), value);
        }
        named.add(new Named(tagFilter, pairs));
      }
    }
    return named;
  }

  /// Returns the largest number of series that the condition may match.
  private int uses(Named named) {
    int uses = 0;
    for (int term : named.terms) {
      uses += term == TermDictionary.NONE ? 0 : terms.uses(term);
    }
    return uses;
  }

  private int[] tested(Named rarest, NewSeries newSeries, int count) {
    IntPredicate others = conditions(rarest);
    var slots = new SlotList(few);
    for (int term : rarest.terms) {
      if (term != TermDictionary.NONE) {
        for (int slot : postings.slots(term)) {
          if (others.test(slot)) {
            slots.add(slot);
          }
        }
      }
    }
    addNew(newSeries, count, slots::contains, slots);
    return slots.toArray();
  }

  private int[] intersected(List<Named> named, NewSeries newSeries, int count) {
    RoaringBitmap candidates = candidates(named);
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
    addNew(newSeries, count, candidates::contains, slots);
    return slots.toArray();
  }

  /// Returns the matching slots of series with one of the hashes. The forward index contains new
  /// series too.
  int[] run(HashTable forward, Set<Long> hashes) {
    IntPredicate matches = conditions(null);
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

  private void addNew(NewSeries newSeries, int count, IntPredicate seen, SlotList slots) {
    if (count == 0) {
      return;
    }
    IntPredicate matches = conditions(null);
    for (int i = 0; i < count; i++) {
      int slot = newSeries.slot(i);
      if (matches.test(slot) && !seen.test(slot)) {
        slots.add(slot);
      }
    }
  }

  /// Returns a test of a slot.
  ///
  /// @param but a condition that the slot is known to meet; null for none
  private IntPredicate conditions(@Nullable Named but) {
    boolean anyMetric = filter.metric() == null || (but != null && but.filter == null);
    List<TagFilter> filters = new ArrayList<>(filter.filters());
    if (but != null) {
      filters.remove(but.filter);
    }
    var tags = new SeriesMatcher(terms, series, filters);
    return slot ->
        (anyMetric || series.metric(slot) == metric)
            && tags.matches(slot)
            && hasExactlyTheKeys(slot);
  }

  private RoaringBitmap candidates(List<Named> named) {
    if (named.isEmpty()) {
      return postings.get(TermDictionary.ALL_SERIES);
    }
    List<RoaringBitmap> sets = new ArrayList<>();
    for (Named one : named) {
      sets.add(slotsOf(one));
    }
    sets.sort(Comparator.comparingLong(RoaringBitmap::getLongCardinality));
    RoaringBitmap result = sets.getFirst();
    for (RoaringBitmap set : sets.subList(1, sets.size())) {
      result = RoaringBitmap.and(result, set);
    }
    return result;
  }

  private static boolean namesItsValues(TagFilter filter) {
    return filter instanceof TagFilter.LiteralOr literal
        && !literal.negated()
        && !literal.ignoreCase();
  }

  private RoaringBitmap slotsOf(Named named) {
    RoaringBitmap[] sets = new RoaringBitmap[named.terms.length];
    Arrays.setAll(sets, n -> slotsOf(named.terms[n]));
    return sets.length == 1 ? sets[0] : RoaringBitmap.or(sets);
  }

  private RoaringBitmap slotsOf(int term) {
    return term == TermDictionary.NONE ? new RoaringBitmap() : postings.get(term);
  }

  /// Returns whether the series has the keys of the filters and no others, if that is required.
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
}
