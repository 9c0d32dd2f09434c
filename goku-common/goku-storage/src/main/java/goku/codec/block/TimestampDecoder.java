package goku.codec.block;

import static goku.codec.block.BlockLayout.DELTAS;
import static goku.codec.block.BlockLayout.DIVISOR;
import static goku.codec.block.BlockLayout.ESCAPE;
import static goku.codec.block.BlockLayout.LINE;
import static goku.codec.block.BlockLayout.PATCHED;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A decoder of blocks that a `TimestampEncoder` wrote. Stateless. It allocates nothing.
public final class TimestampDecoder {
  private TimestampDecoder() {}

  /// Decodes `count` timestamps from an offset of the segment to the array from index `to` on. The
  /// segment must have `ValueDecoder.READ_AHEAD_BYTES` after the block. Returns the offset after
  /// the block.
  ///
  /// @param originMillis the origin passed to the encoder
  /// @throws CorruptBlockException for a chunk of an unknown encoding
  public static long decode(
      MemorySegment segment, long at, int count, long originMillis, long[] timestamps, int to) {
    int length = BlockLayout.chunkLength(count);
    long chunk = at;
    for (int from = 0; from < count; from += length) {
      int n = Math.min(length, count - from);
      chunk = decodeChunk(segment, chunk, n, originMillis, timestamps, to + from);
    }
    return chunk;
  }

  /// Returns the offset after the chunk.
  private static long decodeChunk(
      MemorySegment segment, long at, int count, long origin, long[] timestamps, int to) {
    int head = (int) BlockLayout.load(segment, at);
    int flags = head & 0xFF;
    if ((flags & ESCAPE) != 0) {
      throw CorruptBlockException.unknownEncoding(flags, at);
    }
    int width = (head >>> 8) & 0x7F;
    int lengths = (head >>> 16) & 0xFF;
    long next = at + BlockLayout.FIXED_HEADER_BYTES;
    long base = BlockLayout.loadSigned(segment, next, BlockLayout.baseBytes(lengths));
    next += BlockLayout.baseBytes(lengths);
    long first = 0;
    if ((flags & (DELTAS | LINE)) != 0) {
      first = BlockLayout.loadSigned(segment, next, BlockLayout.firstBytes(lengths));
      next += BlockLayout.firstBytes(lengths);
    }
    long divisor = 1;
    if ((flags & DIVISOR) != 0) {
      divisor = BlockLayout.loadSigned(segment, next, BlockLayout.divisorBytes(lengths));
      next += BlockLayout.divisorBytes(lengths);
    }
    int skipped = flags & DELTAS;
    int entries = count - skipped;
    unpack(segment, next, entries, width, timestamps, to + skipped);
    next += BlockLayout.packedBytes(entries, width);
    if ((flags & PATCHED) != 0) {
      next = TimestampPatches.add(segment, next, entries, width, timestamps, to + skipped);
    }
    if (skipped == 0) {
      long start = origin + base;
      for (int i = 0; i < count; i++) {
        timestamps[to + i] = start + i * first + divisor * timestamps[to + i];
      }
      return next;
    }
    long sum = origin + first;
    timestamps[to] = sum;
    for (int i = to + 1; i < to + count; i++) {
      sum += base + divisor * timestamps[i];
      timestamps[i] = sum;
    }
    return next;
  }

  private static void unpack(
      MemorySegment segment, long at, int count, int width, long[] into, int to) {
    if (width == 0) {
      Arrays.fill(into, to, to + count, 0);
    } else if (width <= PackedBits.NARROW) {
      long mask = BlockLayout.mask(width);
      for (int i = 0; i < count; i++) {
        into[to + i] = PackedBits.getNarrow(segment, at, i * width, mask);
      }
    } else {
      for (int i = 0; i < count; i++) {
        into[to + i] = PackedBits.get(segment, at, (long) i * width, width);
      }
    }
  }
}
