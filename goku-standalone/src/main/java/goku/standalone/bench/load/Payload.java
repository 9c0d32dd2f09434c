package goku.standalone.bench.load;

/// What is sent at once.
final class Payload {
  private final int datapoints;
  private final byte[] bytes;

  /// Takes over the array.
  Payload(int datapoints, byte[] bytes) {
    this.datapoints = datapoints;
    this.bytes = bytes;
  }

  int datapoints() {
    return datapoints;
  }

  /// Not a copy.
  byte[] bytes() {
    return bytes;
  }
}
