package goku.compactor.sst;

/// A tag key with its pairs, whose numbers are consecutive.
final class TagKey {
  private final byte[] text;
  private final int firstPair;
  private int pairs;

  TagKey(byte[] text, int firstPair) {
    this.text = text;
    this.firstPair = firstPair;
  }

  byte[] text() {
    return text;
  }

  int firstPair() {
    return firstPair;
  }

  int pairs() {
    return pairs;
  }

  void addPair() {
    pairs++;
  }
}
