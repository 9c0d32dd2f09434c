package goku.codec.block;

/// Encodes chunks of the bits of doubles, whatever the bits are. Used again for one chunk after the
/// other.
interface ChunkEncoder {
  /// Returns the bytes that the chunk takes, or `Integer.MAX_VALUE` if it does not fit the
  /// encoding.
  int plan(long[] bits, int n);

  /// Writes the planned chunk, and returns the index behind the chunk.
  int write(byte[] into, int at);
}
