package goku.codec;

/// A buffer for the bits of one datapoint, which follow the unfinished word of its stream. Owned by
/// one thread.
final class BitWriter {
  /// The finished words. A datapoint may begin at the last bit of an unfinished word.
  private final long[] finished =
      new long[(Long.SIZE - 1 + GorillaLayout.MAX_POINT_BITS) / Long.SIZE];

  private int finishedCount;
  private long word;
  private int used;

  /// Starts with a word whose upper `usedBits` bits are taken.
  void start(long unfinished, int usedBits) {
    finishedCount = 0;
    word = unfinished;
    used = usedBits;
  }

  /// Appends the lowest `count` bits, 1 to 64. The higher bits must be zero.
  void put(long bits, int count) {
    int room = Long.SIZE - used;
    if (count < room) {
      word |= bits << (room - count);
      used += count;
      return;
    }
    int rest = count - room;
    finished[finishedCount++] = word | bits >>> rest;
    word = rest == 0 ? 0 : bits << (Long.SIZE - rest);
    used = rest;
  }

  int finishedCount() {
    return finishedCount;
  }

  long finished(int index) {
    return finished[index];
  }

  /// Returns the word that is not full yet.
  long unfinished() {
    return word;
  }

  int usedBits() {
    return used;
  }
}
