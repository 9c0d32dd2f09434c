package goku.standalone.bench.load;

/// A unit of sending.
final class Payload {
  private final int datapoints;
  private final byte[] bytes;

  /// Takes ownership of the array.
  Payload(int datapoints, byte[] bytes) {
    this.datapoints = datapoints;
    this.bytes = bytes;
  }

  int datapoints() {
    return datapoints;
  }

  /// Returns the array itself, not a copy.
  byte[] bytes() {
    return bytes;
  }
}
