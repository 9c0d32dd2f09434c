package goku.codec.block;

/// An encoder of chunks of arbitrary bits of doubles. Reused for one chunk after the other.
interface ChunkEncoder {
  /// Returns the bytes that the chunk takes, or `Integer.MAX_VALUE` if it does not fit the
  /// encoding.
  int plan(long[] bits, int n);

  /// Writes the planned chunk and returns the index after it.
  int write(byte[] into, int at);
}
