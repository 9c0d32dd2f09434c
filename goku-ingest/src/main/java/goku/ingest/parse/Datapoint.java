package goku.ingest.parse;

import goku.model.HistogramMetric;
import goku.model.NameHash;
import goku.model.NameText;
import goku.model.StoredMetric;
import goku.model.ValueType;
import goku.model.WrittenRollup;
import goku.model.histogram.HistogramShape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A parsed datapoint. Parsers reuse it, so callers copy the parts that they keep. Owned by one
/// thread.
public final class Datapoint {
  byte[] metric = new byte[64];
  int metricLength;
  CanonicalTags tags = CanonicalTags.NONE;
  long hash;
  long metricHash;
  long timestampMillis;
  double word;
  ValueType type = ValueType.PLAIN;

  /// The kind of a written rollup; null for a datapoint. Only parsers of rollups set it, in
  /// datapoints of their own.
  @Nullable WrittenRollup rollup;

  /// The bytes of a histogram; null for a number. Only parsers of histograms set it, in datapoints
  /// of their own.
  byte @Nullable [] histogram;

  /// The number of the histogram's counts.
  int counts;

  /// Returns an array whose first `metricLength()` bytes are the metric.
  public byte[] metric() {
    return metric;
  }

  /// Replaces the metric by the name under which it is stored.
  public void storeAs(StoredMetric stored) {
    if (metric.length < stored.length()) {
      metric = new byte[stored.length()];
    }
    metricLength = stored.copyTo(metric);
    metricHash = stored.hash();
    hash = NameHash.ofSeries(metricHash, tags.hash());
  }

  /// Returns the kind of a written rollup; null for a datapoint.
  public @Nullable WrittenRollup rollup() {
    return rollup;
  }

  /// Returns the bytes of a histogram, see `goku.model.histogram.Histograms`; null for a number.
  public byte @Nullable [] histogram() {
    return histogram;
  }

  /// Returns the number of datapoints that this one counts as in limits of rates.
  public int weight() {
    return histogram == null ? 1 : HistogramShape.datapoints(counts);
  }

  /// Appends the mark of rollups or histograms to the name under which the metric is stored. A
  /// datapoint has none.
  public void mark() {
    if (rollup != null) {
      append(rollup.mark());
    } else if (histogram != null) {
      append(HistogramMetric.MARK);
    }
  }

  private void append(String text) {
    byte[] mark = NameText.bytes(text);
    int length = metricLength + mark.length;
    if (metric.length < length) {
      metric = Arrays.copyOf(metric, length);
    }
    System.arraycopy(mark, 0, metric, metricLength, mark.length);
    metricLength = length;
    metricHash = NameHash.of(metric, 0, length);
    hash = NameHash.ofSeries(metricHash, tags.hash());
  }

  public int metricLength() {
    return metricLength;
  }

  /// Returns the part of the canonical name after the metric. The array never changes. Consecutive
  /// datapoints with the same tags share it.
  public byte[] tags() {
    return tags.bytes();
  }

  /// Returns the length of the canonical name in bytes.
  public int nameLength() {
    return metricLength + tags.bytes().length;
  }

  /// Returns the hash of the series.
  public long hash() {
    return hash;
  }

  public long metricHash() {
    return metricHash;
  }

  /// Returns the timestamp in milliseconds since the epoch.
  public long timestampMillis() {
    return timestampMillis;
  }

  /// Returns the value in the form of its type.
  public double word() {
    return word;
  }

  /// Returns the type in which the value was written: `DOUBLES` only if it is whole, `LONGS` only
  /// if no double holds it.
  public ValueType type() {
    return type;
  }
}
