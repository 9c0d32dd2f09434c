package goku.ingest.parse;

/// One parsed datapoint. Parsers write into it again and again, so whoever wants to keep something
/// copies it. Owned by one thread.
public final class Datapoint {
  byte[] metric = new byte[64];
  int metricLength;
  CanonicalTags tags = CanonicalTags.NONE;
  long hash;
  long metricHash;
  long timestampMillis;
  double value;

  /// The metric in the first `metricLength()` bytes.
  public byte[] metric() {
    return metric;
  }

  public int metricLength() {
    return metricLength;
  }

  /// The canonical name behind the metric. This array does not change: datapoints in a row with the
  /// same tags have the same.
  public byte[] tags() {
    return tags.bytes();
  }

  /// Bytes of the canonical name.
  public int nameLength() {
    return metricLength + tags.bytes().length;
  }

  /// The hash of the series.
  public long hash() {
    return hash;
  }

  public long metricHash() {
    return metricHash;
  }

  /// Milliseconds since the epoch.
  public long timestampMillis() {
    return timestampMillis;
  }

  public double value() {
    return value;
  }
}
