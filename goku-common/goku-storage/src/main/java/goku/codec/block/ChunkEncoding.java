package goku.codec.block;

import java.lang.foreign.MemorySegment;

/// The encodings of a chunk of values other than packed integers. The first byte of such a chunk is
/// `64 | code`. Codes have bits outside of 64 only. Decoders reject a code without a constant.
///
/// A new encoding is a constant with an encoder and a decoder. A chunk of it takes at least 4
/// bytes, which `BlockLayout.minBytes` relies on. The encoder writes a chunk only where it is
/// smaller than packed integers.
enum ChunkEncoding {
  /// A table of the distinct values, and packed indexes into it.
  DICTIONARY(0) {
    @Override
    ChunkEncoder newEncoder() {
      return new DictionaryEncoder();
    }

    @Override
    long decode(MemorySegment segment, long at, int count, double[] values, int to) {
      return DictionaryDecoder.decode(segment, at, count, values, to);
    }
  };

  private static final ChunkEncoding[] ALL = values();

  private final int flags;

  ChunkEncoding(int code) {
    flags = BlockLayout.ESCAPE | code;
  }

  /// Returns the encoding of a chunk whose first byte has the escape.
  ///
  /// @param at the offset of the chunk
  /// @throws CorruptBlockException when no encoding has these flags
  static ChunkEncoding of(int flags, long at) {
    for (ChunkEncoding encoding : ALL) {
      if (encoding.flags == flags) {
        return encoding;
      }
    }
    throw CorruptBlockException.unknownEncoding(flags, at);
  }

  /// Returns new encoders of all encodings, in the order in which they are tried.
  static ChunkEncoder[] newEncoders() {
    var encoders = new ChunkEncoder[ALL.length];
    for (int i = 0; i < encoders.length; i++) {
      encoders[i] = ALL[i].newEncoder();
    }
    return encoders;
  }

  /// Returns the first byte of a chunk.
  int flags() {
    return flags;
  }

  abstract ChunkEncoder newEncoder();

  /// Decodes a chunk and returns the offset after it.
  ///
  /// @param at the offset of its first byte
  abstract long decode(MemorySegment segment, long at, int count, double[] values, int to);
}
