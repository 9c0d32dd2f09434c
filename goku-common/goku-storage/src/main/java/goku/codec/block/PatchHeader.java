package goku.codec.block;

/// The two bytes before patches, see `PatchWriter`.
final class PatchHeader {
  private PatchHeader() {}

  static int payloadWidth(int header) {
    return (header & 63) + 1;
  }

  static int gapWidth(int header) {
    return (header >>> 6) & 15;
  }

  static int count(int header) {
    return (header >>> 10) & 63;
  }
}
