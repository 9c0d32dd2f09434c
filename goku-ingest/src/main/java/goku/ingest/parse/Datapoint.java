package goku.ingest.parse;

/// A parsed datapoint. Parsers reuse it, so callers copy the parts that they keep. Owned by one
/// thread.
public final class Datapoint {
  byte[] metric = new byte[64];
  int metricLength;
  CanonicalTags tags = CanonicalTags.NONE;
  long hash;
  long metricHash;
  long timestampMillis;
  double value;

  /// Returns an array whose first `metricLength()` bytes are the metric.
  public byte[] metric() {
    return metric;
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

  public double value() {
    return value;
  }
}
