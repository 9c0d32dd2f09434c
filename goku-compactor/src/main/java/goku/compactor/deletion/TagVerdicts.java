package goku.compactor.deletion;

import goku.compactor.series.SortedSource;
import goku.model.NameText;
import goku.model.TagFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/// A cache of which tag pairs of a source pass which filters. The text of each pair is read once.
/// Owned by one thread.
final class TagVerdicts {
  private final SortedSource source;
  private final RoaringBitmap known = new RoaringBitmap();

  /// The known pairs of each tag key.
  private final Map<String, RoaringBitmap> ofKeys = new HashMap<>();

  /// The known pairs that each filter accepts.
  private final Map<TagFilter, RoaringBitmap> accepted = new HashMap<>();

  private final Map<String, List<TagFilter>> filters = new HashMap<>();

  TagVerdicts(SortedSource source) {
    this.source = source;
  }

  /// Adds a filter. Must be called before any series is examined.
  void add(TagFilter filter) {
    if (accepted.putIfAbsent(filter, new RoaringBitmap()) == null) {
      filters.computeIfAbsent(filter.key(), missing -> new ArrayList<>()).add(filter);
      ofKeys.putIfAbsent(filter.key(), new RoaringBitmap());
    }
  }

  /// Examines the pairs of the current series of the source.
  void learn() throws IOException {
    int[] terms = source.terms();
    for (int i = 1; i < source.termCountOfSeries() && !accepted.isEmpty(); i++) {
      if (known.checkedAdd(terms[i])) {
        learn(terms[i], NameText.text(source.term(terms[i])));
      }
    }
  }

  /// Returns whether the current series of the source passes the filter. Its pairs must be known.
  boolean passes(TagFilter filter) {
    boolean hasKey = hasOneOf(ofKeys.getOrDefault(filter.key(), new RoaringBitmap()));
    return hasKey
        ? hasOneOf(accepted.getOrDefault(filter, new RoaringBitmap()))
        : filter.matchesAbsent();
  }

  private void learn(int pair, String text) {
    int equals = text.indexOf('=');
    String key = text.substring(0, equals);
    RoaringBitmap ofKey = ofKeys.get(key);
    if (ofKey != null) {
      ofKey.add(pair);
      String value = text.substring(equals + 1);
      for (TagFilter filter : filters.getOrDefault(key, List.of())) {
        RoaringBitmap pairs = accepted.get(filter);
        if (pairs != null && filter.matches(value)) {
          pairs.add(pair);
        }
      }
    }
  }

  private boolean hasOneOf(RoaringBitmap pairs) {
    int[] terms = source.terms();
    for (int i = 1; i < source.termCountOfSeries(); i++) {
      if (pairs.contains(terms[i])) {
        return true;
      }
    }
    return false;
  }
}
