package goku.codec;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import goku.model.ValueType;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Offsets and sizes of a stream's header and chunks; the package comment has the table.
final class StreamLayout {
  static final VarHandle LONG = JAVA_LONG.varHandle().withInvokeExactBehavior();
  static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();

  static final int PUBLISHED = 0;
  static final int TAIL = PUBLISHED + Long.BYTES;
  static final int FLUSHED = TAIL + Long.BYTES;
  static final int LAST_CHUNK = FLUSHED + Integer.BYTES;
  static final int TIMESTAMP = LAST_CHUNK + Integer.BYTES;
  static final int DELTA = TIMESTAMP + Long.BYTES;
  static final int VALUE = DELTA + Long.BYTES;
  static final int PLACE = VALUE + Long.BYTES;
  static final int TRAILING = PLACE + Long.BYTES;
  static final int WIDTH = TRAILING + Byte.BYTES;
  static final int FLAGS = WIDTH + Byte.BYTES;
  static final int FIRST_LINK = FLAGS + Short.BYTES;
  static final int HEADER_BYTES = 64;

  /// The window and the flags in one word, from `TRAILING` on.
  static final ValueLayout.OfInt STATE = JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

  static final int WIDTH_SHIFT = 8 * (WIDTH - TRAILING);
  static final int FLAGS_SHIFT = 8 * (FLAGS - TRAILING);
  static final int BYTE_MASK = 0xFF;
  static final int WINDOW_MASK = BYTE_MASK << WIDTH_SHIFT | BYTE_MASK;

  /// One datapoint in `PUBLISHED`, above the number of bits.
  static final long ONE_POINT = 1L << 32;

  /// One word of room in `PLACE`, above the number of the next word in all memory.
  static final long ONE_WORD = 1L << 48;

  static final int MILLISECONDS = 1;
  static final int NOT_ASCENDING = 2;

  /// The values are 64-bit integers.
  static final int LONGS = 4;

  /// The values are no integers.
  static final int DOUBLES = 8;

  /// Both flags of a type: the words are histograms, see `HistogramWords`.
  static final int HISTOGRAMS = LONGS | DOUBLES;

  static final int TYPE_FLAGS = HISTOGRAMS;

  /// The width when there is no window yet. It exceeds all widths, so the window is never used.
  static final int NO_WIDTH = 255;

  /// Words in the first chunk. Their 64 bytes fit the daily mean of 20 datapoints in two hours
  /// (Table 11 of the Goku paper), so that most series need no other chunk.
  static final int FIRST_WORDS = 8;

  static final int FIRST_CHUNK_BYTES = HEADER_BYTES + FIRST_WORDS * Long.BYTES;
  static final int LINK_BYTES = Long.BYTES;

  private static final int CACHE_LINE = 64;
  private static final int LARGEST_CHUNK_BYTES = 1024;

  private StreamLayout() {}

  /// Returns the size of the next chunk after chunks with `wordsSoFar` words: half as much again,
  /// in whole cache lines. At most a third of a stream is then unused.
  static int nextChunkBytes(int wordsSoFar) {
    int half = (wordsSoFar * Long.BYTES / 2 + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    return Math.min(half, LARGEST_CHUNK_BYTES);
  }

  static ValueType type(int flags) {
    return switch (flags & TYPE_FLAGS) {
      case LONGS -> ValueType.LONGS;
      case DOUBLES -> ValueType.DOUBLES;
      case HISTOGRAMS -> ValueType.HISTOGRAMS;
      default -> ValueType.PLAIN;
    };
  }

  static int words(int laterChunkBytes) {
    return (laterChunkBytes - LINK_BYTES) / Long.BYTES;
  }
}
