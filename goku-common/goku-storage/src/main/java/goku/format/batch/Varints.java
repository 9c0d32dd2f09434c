package goku.format.batch;

/// The writing of varints. Stateless.
final class Varints {
  private Varints() {}

  /// Writes a varint and returns the index after it.
  static int put(byte[] into, int at, long value) {
    int position = at;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      into[position++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    into[position++] = (byte) rest;
    return position;
  }
}
