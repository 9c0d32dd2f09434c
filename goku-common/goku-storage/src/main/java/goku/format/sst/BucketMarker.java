package goku.format.sst;

import goku.format.OtherVersionException;

/// The marker that all keys of a bucket are present. Its counts are used by checks and by `status`.
///
/// @param metrics number of metrics, which are the first terms
/// @param pairs number of pairs, which are the terms after the metrics
/// @param points number of raw datapoints, or of rollups if there are no raw datapoints
public record BucketMarker(int metrics, int pairs, int series, long points) {
  private static final String FORMAT = "marker of a bucket of a tier";
  private static final int VERSION = 2;
  private static final int LONG_BYTES = 10;

  public byte[] toBytes() {
    var out = new ValueWriter(1 + 3 * ValueWriter.MAX_INT_BYTES + LONG_BYTES);
    out.putByte(VERSION);
    out.putVarint(metrics);
    out.putVarint(pairs);
    out.putVarint(series);
    out.putVarint(points);
    return out.toBytes();
  }

  /// Parses the value of the marker's key.
  ///
  /// @throws goku.format.FormatException when the value is not a marker or has another version
  public static BucketMarker parse(byte[] value) {
    var in = new ValueReader(FORMAT, value);
    int version = in.getByte();
    if (version != VERSION) {
      throw new OtherVersionException(FORMAT, 0, "version " + version, "version " + VERSION);
    }
    var marker =
        new BucketMarker(
            in.getNumber("the number of metrics"),
            in.getNumber("the number of pairs"),
            in.getNumber("the number of series"),
            in.getVarint());
    in.end();
    return marker;
  }
}
