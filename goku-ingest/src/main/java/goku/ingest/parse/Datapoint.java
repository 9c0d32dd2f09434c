package goku.ingest.parse;

/// One parsed datapoint. Parsers write into it again and again, so whoever wants to keep something
/// copies it. Owned by one thread.
public final class Datapoint {
  byte[] name = new byte[512];
  int nameLength;
  int metricLength;
  long hash;
  long metricHash;
  long timestampMillis;
  double value;

  /// The canonical name of the series in the first `nameLength()` bytes; it begins with the metric.
  public byte[] name() {
    return name;
  }

  public int nameLength() {
    return nameLength;
  }

  public int metricLength() {
    return metricLength;
  }

  /// The hash of the whole name.
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
