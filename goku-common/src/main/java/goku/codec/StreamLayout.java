package goku.codec;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Offsets and sizes of a stream's header and chunks; the table is in the package's description.
final class StreamLayout {
  static final VarHandle LONG = JAVA_LONG.varHandle().withInvokeExactBehavior();
  static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();

  static final int PUBLISHED = 0;
  static final int TAIL = PUBLISHED + Long.BYTES;
  static final int FLUSHED = TAIL + Long.BYTES;
  static final int CHUNK = FLUSHED + Integer.BYTES;
  static final int TIMESTAMP = CHUNK + Integer.BYTES;
  static final int DELTA = TIMESTAMP + Long.BYTES;
  static final int VALUE = DELTA + Long.BYTES;
  static final int LEADING = VALUE + Long.BYTES;
  static final int TRAILING = LEADING + Byte.BYTES;
  static final int FLAGS = TRAILING + Byte.BYTES;
  static final int CHUNK_WORDS = FLAGS + Short.BYTES;
  static final int CHUNK_FILLED = CHUNK_WORDS + Short.BYTES;
  static final int FIRST_LINK = CHUNK_FILLED + Short.BYTES;
  static final int HEADER_BYTES = 64;

  static final ValueLayout.OfShort SHORT = JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The window, the flags and the room of the last chunk in one word, from `LEADING` on.
  static final ValueLayout.OfLong STATE = JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  static final int FLAGS_SHIFT = 8 * (FLAGS - LEADING);
  static final int WORDS_SHIFT = 8 * (CHUNK_WORDS - LEADING);
  static final int FILLED_SHIFT = 8 * (CHUNK_FILLED - LEADING);

  static final int MILLISECONDS = 1;
  static final int NOT_ASCENDING = 2;

  /// No exclusive or but zero has that many leading zeros: there is no window yet.
  static final int NO_WINDOW = 64;

  /// Room for 64 bytes of bits: a day's mean of 20 datapoints in two hours fits (Table 11 of the
  /// Goku paper), so that most series need no other chunk.
  static final int FIRST_WORDS = 8;

  static final int FIRST_CHUNK_BYTES = HEADER_BYTES + FIRST_WORDS * Long.BYTES;
  static final int LINK_BYTES = Long.BYTES;

  private static final int CACHE_LINE = 64;
  private static final int LARGEST_CHUNK_BYTES = 1024;

  private StreamLayout() {}

  /// The size of the chunk that follows chunks with so many words: half as much again, so that a
  /// third of a stream is unused at worst, in whole cache lines.
  static int nextChunkBytes(int wordsSoFar) {
    int half = (wordsSoFar * Long.BYTES / 2 + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    return Math.min(half, LARGEST_CHUNK_BYTES);
  }

  static int words(int laterChunkBytes) {
    return (laterChunkBytes - LINK_BYTES) / Long.BYTES;
  }
}
