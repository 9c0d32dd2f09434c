package goku.index;

import goku.model.SeriesFilter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

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

  /// Metrics that came near their limit since the last `takeNearLimit`. Owned by the writer.
  private final List<MetricCount> near = new ArrayList<>();

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

  /// Returns the metrics that reached 80 % of their limit since the last call. Writer only.
  public List<MetricCount> takeNearLimit() {
    if (near.isEmpty()) {
      return List.of();
    }
    List<MetricCount> taken = List.copyOf(near);
    near.clear();
    return taken;
  }

  /// Handles that a series was added to a metric, which now has `series` series.
  void added(int metric, int series) {
    if (series == warningAt) {
      near.add(new MetricCount(terms.text(metric), series));
    }
  }

  /// Checks all metrics again, after many series were added.
  void review() {
    int limit = terms.limit();
    for (int term = TermDictionary.ALL_SERIES + 1; term < limit; term++) {
      if (terms.uses(term) >= warningAt && terms.kindOrNull(term) == TermKind.METRIC) {
        near.add(new MetricCount(terms.text(term), terms.uses(term)));
      }
    }
  }
}
