package goku.longterm.read.search;

import goku.format.sst.Ids;
import goku.format.sst.KeyEntry;
import goku.format.sst.KeyPostings;
import goku.format.sst.MetricEntry;
import goku.format.sst.PairEntry;
import goku.longterm.read.access.BucketDb;
import goku.model.NameText;
import goku.model.TagFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/// A search for the series of a metric in one bucket that pass all filters, by postings only
/// (section 4.7.4 of the paper). A literal value costs one get. Any other filter costs one get of
/// the special postings of its key, for any number of candidates. Only filters that examine texts
/// then read texts of pairs. Owned by one thread.
final class BucketSearch {
  private final BucketDb bucket;
  private final List<TagFilter> filters;
  private final PairTexts texts;

  /// The results that do not depend on the metric, read on first use.
  private final Map<TagFilter, List<Integer>> literals = new HashMap<>();

  private final Map<String, Optional<KeyEntry>> keys = new HashMap<>();
  private final Map<TagFilter, PairVerdicts> verdicts = new HashMap<>();

  BucketSearch(BucketDb bucket, List<TagFilter> filters, PairTexts texts) {
    this.bucket = bucket;
    // postings of values are small
    List<TagFilter> ordered =
        new ArrayList<>(filters.stream().filter(BucketSearch::namesValues).toList());
    filters.stream().filter(filter -> !namesValues(filter)).forEach(ordered::add);
    this.filters = ordered;
    this.texts = texts;
  }

  /// Returns the ids of the series.
  RoaringBitmap find(MetricEntry metric) {
    var found = new RoaringBitmap();
    found.add((long) metric.firstSeries(), (long) metric.firstSeries() + metric.series());
    for (TagFilter filter : filters) {
      if (found.isEmpty()) {
        return found;
      }
      apply(filter, metric.id(), found);
    }
    return found;
  }

  private void apply(TagFilter filter, int metric, RoaringBitmap found) {
    switch (filter) {
      case TagFilter.LiteralOr literal when namesValues(literal) ->
          found.and(ofValues(literal, metric));
      case TagFilter.NotKey absent -> {
        KeyPostings postings = ofKey(absent.key(), metric);
        if (postings != null) {
          found.andNot(RoaringBitmap.bitmapOf(postings.series()));
        }
      }
      case TagFilter.AnyValue any -> {
        KeyPostings postings = ofKey(any.key(), metric);
        found.and(
            postings == null ? new RoaringBitmap() : RoaringBitmap.bitmapOf(postings.series()));
      }
      case TagFilter.LiteralOr tested -> found.and(tested(tested, metric, found));
      case TagFilter.Regexp tested -> found.and(tested(tested, metric, found));
    }
  }

  private RoaringBitmap ofValues(TagFilter.LiteralOr literal, int metric) {
    var union = new RoaringBitmap();
    for (int pair : literals.computeIfAbsent(literal, missing -> pairs(literal))) {
      int[] series = bucket.get(bucket.keys().postings(metric, pair), Ids::decode);
      if (series != null) {
        union.or(RoaringBitmap.bitmapOf(series));
      }
    }
    return union;
  }

  /// Returns the pairs of the values that the bucket has.
  private List<Integer> pairs(TagFilter.LiteralOr literal) {
    List<Integer> pairs = new ArrayList<>();
    for (String value : literal.values()) {
      byte[] pair = NameText.bytes(literal.key() + "=" + value);
      PairEntry entry = bucket.get(bucket.keys().pair(pair), PairEntry::parse);
      if (entry != null) {
        pairs.add(entry.id());
      }
    }
    return pairs;
  }

  /// Returns the series with a pair that the filter accepts. Examines only pairs of candidates.
  private RoaringBitmap tested(TagFilter filter, int metric, RoaringBitmap candidates) {
    var accepted = new RoaringBitmap();
    KeyPostings postings = ofKey(filter.key(), metric);
    if (postings == null) {
      return accepted;
    }
    int[] series = postings.series();
    int[] pairs = postings.pairs();
    var distinct = new PairNumbers();
    int count = 0;
    for (int i = 0; i < series.length; i++) {
      if (candidates.contains(series[i])) {
        distinct.of(pairs[i]);
        series[count] = series[i];
        pairs[count++] = pairs[i];
      }
    }
    PairVerdicts known = verdicts(filter);
    known.learn(distinct.sorted());
    int left = 0;
    for (int i = 0; i < count; i++) {
      if (known.accepts(pairs[i])) {
        series[left++] = series[i];
      }
    }
    accepted.addN(series, 0, left);
    return accepted;
  }

  private PairVerdicts verdicts(TagFilter filter) {
    return verdicts.computeIfAbsent(
        filter, missing -> new PairVerdicts(filter, key(filter.key()).orElseThrow(), texts));
  }

  /// Returns the special postings of a tag key; null if no series of the metric has the key.
  private @Nullable KeyPostings ofKey(String key, int metric) {
    return key(key)
        .map(
            entry ->
                bucket.get(
                    bucket.keys().keyPostings(metric, entry.firstPair()), KeyPostings::parse))
        .orElse(null);
  }

  private Optional<KeyEntry> key(String key) {
    return keys.computeIfAbsent(
        key,
        missing ->
            Optional.ofNullable(
                bucket.get(bucket.keys().tagKey(NameText.bytes(key)), KeyEntry::parse)));
  }

  private static boolean namesValues(TagFilter filter) {
    return filter instanceof TagFilter.LiteralOr literal
        && !literal.negated()
        && !literal.ignoreCase();
  }
}
