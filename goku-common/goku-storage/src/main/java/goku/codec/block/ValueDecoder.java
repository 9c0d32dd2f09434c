package goku.codec.block;

import static goku.codec.block.BlockLayout.BITS;
import static goku.codec.block.BlockLayout.DELTAS;
import static goku.codec.block.BlockLayout.DIVISOR;
import static goku.codec.block.BlockLayout.ESCAPE;
import static goku.codec.block.BlockLayout.PATCHED;
import static goku.codec.block.BlockLayout.RAW;
import static goku.codec.block.BlockLayout.SCALED;
import static goku.codec.block.BlockLayout.ULPS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import goku.model.PointBuffer;
import goku.model.ValueType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A decoder of blocks that a `ValueEncoder` wrote. Stateless. It allocates nothing.
public final class ValueDecoder {
  /// The number of bytes after the end of a block that a decoder may load.
  public static final int READ_AHEAD_BYTES = 64;

  private ValueDecoder() {}

  /// Returns the type of the block at an offset of the segment.
  public static ValueType type(MemorySegment segment, long at) {
    return switch (segment.get(JAVA_BYTE, at) & 0xFF) {
      case BlockLayout.LONGS -> ValueType.LONGS;
      case BlockLayout.DOUBLES -> ValueType.DOUBLES;
      case BlockLayout.HISTOGRAMS -> ValueType.HISTOGRAMS;
      default -> ValueType.PLAIN;
    };
  }

  /// Decodes `count` values from an offset of the segment to the words of the buffer after its last
  /// datapoint, as words of the block's type, and histograms also to the buffer's store. The buffer
  /// must have room; its size does not change. The segment must have `READ_AHEAD_BYTES` after the
  /// block. Returns the offset after the block.
  ///
  /// @throws CorruptBlockException for a chunk of an unknown encoding
  public static long decode(MemorySegment segment, long at, int count, PointBuffer into) {
    return type(segment, at) == ValueType.HISTOGRAMS
        ? HistogramDecoder.decode(segment, at, count, into)
        : decode(segment, at, count, into.words(), into.size());
  }

  /// Decodes `count` doubles or integers from an offset of the segment to the array from index `to`
  /// on, as words of the block's type. The segment must have `READ_AHEAD_BYTES` after the block.
  /// Returns the offset after the block.
  ///
  /// @throws CorruptBlockException for a chunk of an unknown encoding
  public static long decode(MemorySegment segment, long at, int count, double[] values, int to) {
    int length = BlockLayout.chunkLength(count);
    long chunk =
        switch (type(segment, at)) {
          case PLAIN -> at;
          case LONGS, DOUBLES -> at + 1;
          case HISTOGRAMS -> throw CorruptBlockException.of(at, "histograms", "numbers");
        };
    for (int from = 0; from < count; from += length) {
      chunk = decodeChunk(segment, chunk, Math.min(length, count - from), values, to + from);
    }
    return chunk;
  }

  /// Returns the offset after the chunk.
  private static long decodeChunk(
      MemorySegment segment, long at, int count, double[] values, int to) {
    int head = (int) BlockLayout.load(segment, at);
    int flags = head & 0xFF;
    if ((flags & ESCAPE) != 0) {
      return ChunkEncoding.of(flags, at).decode(segment, at, count, values, to);
    }
    int width = (head >>> 8) & 0x7F;
    int lengths = (head >>> 16) & 0xFF;
    int exponent = 0;
    long next = at + BlockLayout.FIXED_HEADER_BYTES;
    if ((flags & SCALED) != 0) {
      exponent = head >>> 24;
      next++;
    }
    long base = BlockLayout.loadSigned(segment, next, BlockLayout.baseBytes(lengths));
    next += BlockLayout.baseBytes(lengths);
    long first = 0;
    if ((flags & DELTAS) != 0) {
      first = BlockLayout.loadSigned(segment, next, BlockLayout.firstBytes(lengths));
      next += BlockLayout.firstBytes(lengths);
    }
    long divisor = 1;
    if ((flags & DIVISOR) != 0) {
      divisor = BlockLayout.loadSigned(segment, next, BlockLayout.divisorBytes(lengths));
      next += BlockLayout.divisorBytes(lengths);
    }
    if (width == 0 && (flags & (DELTAS | PATCHED)) == 0) {
      double same =
          (flags & BITS) != 0 ? Double.longBitsToDouble(base) : base / Powers.ofTen(exponent);
      Arrays.fill(values, to, to + count, same);
    } else {
      next = decodeIntegers(segment, next, head, count, first, base, divisor, exponent, values, to);
    }
    if ((flags & ULPS) != 0) {
      next = ValuePatches.add(segment, next, count, 0, values, to);
    }
    if ((flags & RAW) != 0) {
      next = ValuePatches.replace(segment, next, count, values, to);
    }
    return next;
  }

  /// Returns the offset after the packed integers and their patches.
  private static long decodeIntegers(
      MemorySegment segment,
      long at,
      int head,
      int count,
      long first,
      long base,
      long divisor,
      int exponent,
      double[] values,
      int to) {
    int flags = head & 0xFF;
    int width = (head >>> 8) & 0x7F;
    int skipped = flags & DELTAS;
    int entries = count - skipped;
    boolean framed = (flags & (DELTAS | BITS)) == 0;
    long or = framed ? IntegerBits.OFFSET : 0;
    ValueUnpacker.unpack(segment, at, entries, width, or, values, to + skipped);
    long next = at + BlockLayout.packedBytes(entries, width);
    if ((flags & PATCHED) != 0) {
      next = ValuePatches.add(segment, next, entries, width, values, to + skipped);
    }
    if (framed) {
      IntegerBits.toDecimals(values, to, count, base, divisor, exponent);
    } else if ((flags & BITS) == 0) {
      IntegerBits.sumToDecimals(values, to, count, first, base, divisor, exponent);
    } else if (skipped != 0) {
      IntegerBits.sumToBits(values, to, count, first, base, divisor);
    } else {
      IntegerBits.toBits(values, to, count, base, divisor);
    }
    return next;
  }
}
