package goku.index;

import goku.model.NameText;
import goku.model.SeriesFilter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;

/// The number of series per metric of a shard, and the tag that causes large numbers. Counts are
/// exact, because the term of a metric counts its series. Readers hold a pin.
public final class Cardinality {
  /// Number of series examined to find the exploding tag, which takes some milliseconds.
  private static final int SAMPLE = 16384;

  private static final Comparator<MetricCount> ASCENDING =
      Comparator.comparingInt(MetricCount::series)
          .thenComparing(MetricCount::metric, Comparator.reverseOrder());

  private final SeriesIndex index;
  private final TermDictionary terms;
  private final int warningAt;

  /// The terms of metrics near their limit, with the number of series that had been added to the
  /// shard when the metric got its last one. Changed by the writer.
  private final Map<Integer, Long> near = new ConcurrentHashMap<>();

  /// The number of series that were added to the shard. Written by the writer.
  private volatile long added;

  Cardinality(SeriesIndex index, IndexLimits limits) {
    this.index = index;
    terms = index.terms();
    warningAt = IndexLimits.warningAt(limits.seriesPerMetric());
  }

  /// Returns the number of series of a metric.
  public int seriesOf(String metric) {
    int term = terms.find(TermKind.METRIC, metric);
    return term == TermDictionary.NONE ? 0 : terms.uses(term);
  }

  /// Returns the metrics with the most series, largest first. Scans all terms.
  public List<MetricCount> largestMetrics(int max) {
    var largest = new PriorityQueue<>(ASCENDING);
    int limit = terms.limit();
    for (int term = TermDictionary.ALL_SERIES + 1; term < limit && max > 0; term++) {
      if (terms.kindOrNull(term) == TermKind.METRIC) {
        int series = terms.uses(term);
        if (largest.size() < max || series >= largest.element().series()) {
          largest.add(new MetricCount(terms.text(term), series));
        }
        if (largest.size() > max) {
          largest.remove();
        }
      }
    }
    return largest.stream().sorted(ASCENDING.reversed()).toList();
  }

  /// Returns the tag key that makes a metric large: the key with the most distinct values in a
  /// sample of its series. Empty if the metric has no tags.
  public Optional<String> explodingKey(String metric) {
    int[] slots = index.search(new SeriesFilter(metric, List.of(), false));
    var seen = new BitSet();
    Map<Integer, Integer> values = new HashMap<>();
    var tags = new SlotTags(index.series());
    int sample = Math.min(slots.length, SAMPLE);
    for (int i = 0; i < sample; i++) {
      tags.read(slots[(int) ((long) i * slots.length / sample)]);
      for (int n = 0; n < tags.count(); n++) {
        if (!seen.get(tags.term(n))) {
          seen.set(tags.term(n));
          values.merge(terms.keyOf(tags.term(n)), 1, Integer::sum);
        }
      }
    }
    return values.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(entry -> terms.text(entry.getKey()));
  }

  /// Returns the metrics that have at least 80 % of their limit. Any thread.
  public List<MetricCount.Near> nearLimit() {
    List<MetricCount.Near> all = new ArrayList<>();
    near.forEach(
        (term, last) -> {
          int series = terms.uses(term);
          if (series >= warningAt && terms.kindOrNull(term) == TermKind.METRIC) {
            all.add(new MetricCount.Near(new MetricCount(terms.text(term), series), last));
          }
        });
    return all;
  }

  /// Returns a number that changes whenever a series is added to the shard. Any thread.
  public long added() {
    return added;
  }

  /// Returns the hashes of a metric's series, unordered. Has those of all series that were there
  /// before the call. Any thread.
  public long[] hashes(String metric) {
    return hashes(new SeriesFilter(metric, List.of(), false));
  }

  /// Returns the hashes of all series, as `hashes` of a metric does.
  public long[] hashes() {
    return hashes(new SeriesFilter(null, List.of(), false));
  }

  /// Returns the metrics whose names begin with the prefix, largest first. Scans all terms.
  public List<MetricCount> withPrefix(String prefix) {
    byte[] begin = NameText.bytes(prefix);
    List<MetricCount> found = new ArrayList<>();
    int limit = terms.limit();
    for (int term = TermDictionary.ALL_SERIES + 1; term < limit; term++) {
      if (terms.kindOrNull(term) == TermKind.METRIC && terms.startsWith(term, begin)) {
        found.add(new MetricCount(terms.text(term), terms.uses(term)));
      }
    }
    found.sort(ASCENDING.reversed());
    return found;
  }

  private long[] hashes(SeriesFilter filter) {
    int[] slots = index.search(filter);
    long[] hashes = new long[slots.length];
    for (int i = 0; i < slots.length; i++) {
      hashes[i] = index.series().hash(slots[i]);
    }
    return hashes;
  }

  /// Handles that a series was added to a metric, which now has `series` series.
  void added(int metric, int series) {
    long now = added + 1;
    if (series >= warningAt) {
      near.put(metric, now);
    }
    added = now;
  }

  /// Forgets metrics that are no longer near their limit. Writer only.
  public void forgetOthers() {
    near.keySet()
        .removeIf(
            term -> terms.kindOrNull(term) != TermKind.METRIC || terms.uses(term) < warningAt);
  }

  /// Checks all metrics again, after many series were added.
  void review() {
    long now = added + 1;
    added = now;
    int limit = terms.limit();
    for (int term = TermDictionary.ALL_SERIES + 1; term < limit; term++) {
      if (terms.uses(term) >= warningAt && terms.kindOrNull(term) == TermKind.METRIC) {
        near.put(term, now);
      }
    }
  }
}
