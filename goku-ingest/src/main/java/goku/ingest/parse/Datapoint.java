package goku.ingest.parse;

import goku.model.NameHash;
import goku.model.NameText;
import goku.model.StoredMetric;
import goku.model.ValueType;
import goku.model.WrittenRollup;
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

  /// Appends the mark of written rollups to the name under which the metric is stored.
  public void mark(WrittenRollup kind) {
    byte[] mark = NameText.bytes(kind.mark());
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
