package goku.rpc;

import goku.model.HistogramMetric;
import goku.model.MetricMark;
import goku.model.Tag;
import java.util.List;

/// A series found by a lookup, with tags ascending by key. Ordered by the metric, then by the text
/// of the tags.
public record FoundSeries(String metric, List<Tag> tags) implements Comparable<FoundSeries> {
  public FoundSeries {
    tags = List.copyOf(tags);
  }

  /// Returns the metric that clients know. A series of histograms has another one.
  public String shownMetric() {
    return HistogramMetric.isMarked(metric) ? MetricMark.metric(metric) : metric;
  }

  @Override
  public int compareTo(FoundSeries other) {
    int byMetric = metric.compareTo(other.metric);
    return byMetric != 0 ? byMetric : TagText.compare(tags, other.tags);
  }
}
