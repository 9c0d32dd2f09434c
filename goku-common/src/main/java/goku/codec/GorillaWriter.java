package goku.codec;

import static goku.codec.StreamLayout.CHUNK;
import static goku.codec.StreamLayout.CHUNK_FILLED;
import static goku.codec.StreamLayout.CHUNK_WORDS;
import static goku.codec.StreamLayout.DELTA;
import static goku.codec.StreamLayout.FILLED_SHIFT;
import static goku.codec.StreamLayout.FIRST_CHUNK_BYTES;
import static goku.codec.StreamLayout.FIRST_LINK;
import static goku.codec.StreamLayout.FIRST_WORDS;
import static goku.codec.StreamLayout.FLAGS;
import static goku.codec.StreamLayout.FLAGS_SHIFT;
import static goku.codec.StreamLayout.FLUSHED;
import static goku.codec.StreamLayout.HEADER_BYTES;
import static goku.codec.StreamLayout.INT;
import static goku.codec.StreamLayout.LEADING;
import static goku.codec.StreamLayout.LINK_BYTES;
import static goku.codec.StreamLayout.LONG;
import static goku.codec.StreamLayout.MILLISECONDS;
import static goku.codec.StreamLayout.NOT_ASCENDING;
import static goku.codec.StreamLayout.NO_WINDOW;
import static goku.codec.StreamLayout.PUBLISHED;
import static goku.codec.StreamLayout.SHORT;
import static goku.codec.StreamLayout.STATE;
import static goku.codec.StreamLayout.TAIL;
import static goku.codec.StreamLayout.TIMESTAMP;
import static goku.codec.StreamLayout.TRAILING;
import static goku.codec.StreamLayout.VALUE;
import static goku.codec.StreamLayout.WORDS_SHIFT;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import goku.memory.Blocks;
import goku.memory.Purpose;
import java.lang.foreign.MemorySegment;

/// Appends datapoints to the streams of one bucket: constant time, no allocation on the heap.
///
/// One thread writes; `GorillaReader`s of other threads see a prefix of what was appended, in the
/// order of arrival. The protocol is in the package's description.
public final class GorillaWriter {
  private final Blocks blocks;
  private final long originMillis;
  private final BitWriter bits = new BitWriter();

  /// @param originMillis first timestamps are stored relative to it; whole seconds
  public GorillaWriter(Blocks blocks, long originMillis) {
    if (originMillis % 1000 != 0) {
      throw new IllegalArgumentException(
          "originMillis=%d is not a whole second".formatted(originMillis));
    }
    this.blocks = blocks;
    this.originMillis = originMillis;
  }

  /// The handle of a new, empty stream; `Blocks.NONE` when there is no memory.
  public int create() {
    int stream = blocks.allocate(FIRST_CHUNK_BYTES, Purpose.STREAMS);
    if (stream != Blocks.NONE) {
      MemorySegment segment = blocks.segment(stream);
      long at = Blocks.offset(stream);
      segment.asSlice(at, HEADER_BYTES).fill((byte) 0);
      segment.set(JAVA_INT, at + CHUNK, stream);
      segment.set(JAVA_LONG, at + TIMESTAMP, originMillis / 1000);
      segment.set(JAVA_BYTE, at + LEADING, (byte) NO_WINDOW);
      segment.set(SHORT, at + CHUNK_WORDS, (short) FIRST_WORDS);
    }
    return stream;
  }

  /// The handle of a new stream with the content of an image, to which appending goes on as if it
  /// were the first; `Blocks.NONE` when there is no memory. Copies words, decodes nothing.
  ///
  /// @param image of a stream with the same origin
  public int restore(StreamImage image) {
    int stream = create();
    if (stream == Blocks.NONE) {
      return Blocks.NONE;
    }
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    if (!copyWords(image, stream, header, at)) {
      free(stream);
      return Blocks.NONE;
    }
    header.set(JAVA_BYTE, at + FLAGS, (byte) image.flags());
    header.set(JAVA_LONG, at + TIMESTAMP, image.timestamp());
    header.set(JAVA_LONG, at + DELTA, image.delta());
    header.set(JAVA_LONG, at + VALUE, image.value());
    header.set(JAVA_BYTE, at + LEADING, (byte) image.leading());
    header.set(JAVA_BYTE, at + TRAILING, (byte) image.trailing());
    header.set(JAVA_INT, at + FLUSHED, image.finishedWords());
    header.set(JAVA_LONG, at + TAIL, image.tail());
    header.set(JAVA_LONG, at + PUBLISHED, ((long) image.count() << 32) | image.bits());
    return stream;
  }

  /// Appends a datapoint. False, and nothing is changed, when it needs memory and there is none.
  ///
  /// Nearly all datapoints go the short way: it loads each part of the header once, puts the bits
  /// together in two registers, and stores what has changed.
  public boolean append(int stream, long timestampMillis, double value) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    long state = header.get(JAVA_LONG, at + LEADING);
    boolean seconds = (state >>> FLAGS_SHIFT & MILLISECONDS) == 0;
    long timestamp = seconds ? timestampMillis / 1000 : timestampMillis;
    if (seconds && timestamp * 1000 != timestampMillis) {
      return appendAny(stream, timestampMillis, value);
    }
    long delta = timestamp - header.get(JAVA_LONG, at + TIMESTAMP);
    long d = delta - header.get(JAVA_LONG, at + DELTA);
    long code;
    int length;
    if (d == 0) {
      code = 0;
      length = 1;
    } else if (d >= -63 && d <= 64) {
      code = 0b10L << 7 | d + 63;
      length = 9;
    } else if (d >= -2047 && d <= 2048) {
      boolean small = d >= -255 && d <= 256;
      code = small ? 0b110L << 9 | d + 255 : 0b1110L << 12 | d + 2047;
      length = small ? 12 : 16;
    } else if (d == (int) d) {
      code = 0b11110L << 32 | (d & 0xFFFF_FFFFL);
      length = 37;
    } else {
      return appendAny(stream, timestampMillis, value);
    }
    long raw = Double.doubleToRawLongBits(value);
    long x = raw ^ header.get(JAVA_LONG, at + VALUE);
    long payload = 0;
    int payloadLength = 0;
    if (x == 0) {
      code <<= 1;
      length++;
    } else {
      int leading = Math.min(Long.numberOfLeadingZeros(x), 31);
      int trailing = Long.numberOfTrailingZeros(x);
      int windowLeading = (byte) state;
      int windowTrailing = (byte) (state >>> 8);
      payloadLength = 64 - windowLeading - windowTrailing;
      if (leading >= windowLeading
          && trailing >= windowTrailing
          && payloadLength < 64 - leading - trailing + 11) {
        code = code << 2 | 0b10;
        length += 2;
        payload = x >>> windowTrailing;
      } else {
        payloadLength = 64 - leading - trailing;
        code = (code << 13) | (0b11 << 11) | (leading << 6) | (payloadLength - 1);
        length += 13;
        payload = x >>> trailing;
        state = (state & ~0xFFFFL) | (trailing << 8) | leading;
      }
    }
    return put(header, at, state, code, length, payload, payloadLength, timestamp, delta, raw)
        || appendAny(stream, timestampMillis, value);
  }

  /// Puts the bits of a datapoint behind the others and publishes it. False, and nothing is
  /// changed, when they finish words that the last chunk has no room for.
  private boolean put(
      MemorySegment header,
      long at,
      long state,
      long code,
      int length,
      long payload,
      int payloadLength,
      long timestamp,
      long delta,
      long raw) {
    long published = header.get(JAVA_LONG, at + PUBLISHED);
    long word = header.get(JAVA_LONG, at + TAIL);
    int end = ((int) published & 63) + length + payloadLength;
    long bitCount = (published & 0xFFFF_FFFFL) + length + payloadLength;
    long next = state;
    if (end < Long.SIZE) {
      word |= (code << payloadLength | payload) << (Long.SIZE - end);
    } else {
      int filled = (int) (state >>> FILLED_SHIFT);
      if (filled + (end >>> 6) > (int) (state >>> WORDS_SHIFT & 0xFFFF)) {
        return false;
      }
      bits.start(word, (int) published & 63);
      bits.put(code, length);
      if (payloadLength > 0) {
        bits.put(payload, payloadLength);
      }
      next += (long) bits.finishedCount() << FILLED_SHIFT;
      storeShortly(header, at, filled);
      word = bits.unfinished();
    }
    long count = published >>> 32;
    if (count > 0 && delta <= 0) {
      next |= (long) NOT_ASCENDING << FLAGS_SHIFT;
    }
    header.set(STATE, at + LEADING, next);
    header.set(JAVA_LONG, at + TIMESTAMP, timestamp);
    header.set(JAVA_LONG, at + DELTA, count == 0 ? 0 : delta);
    header.set(JAVA_LONG, at + VALUE, raw);
    LONG.setRelease(header, at + TAIL, word);
    LONG.setRelease(header, at + PUBLISHED, ((count + 1) << 32) | bitCount);
    return true;
  }

  /// Puts the finished words into the last chunk, which has room for them.
  private void storeShortly(MemorySegment header, long at, int filled) {
    int flushed = header.get(JAVA_INT, at + FLUSHED);
    int chunk = header.get(JAVA_INT, at + CHUNK);
    long start = Blocks.offset(chunk) + (flushed == filled ? HEADER_BYTES : LINK_BYTES);
    MemorySegment segment = blocks.segment(chunk);
    for (int i = 0; i < bits.finishedCount(); i++) {
      segment.set(JAVA_LONG, start + (long) (filled + i) * Long.BYTES, bits.finished(i));
    }
    INT.setRelease(header, at + FLUSHED, flushed + bits.finishedCount());
  }

  /// Appends any datapoint.
  private boolean appendAny(int stream, long timestampMillis, double value) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    long published = header.get(JAVA_LONG, at + PUBLISHED);
    bits.start(header.get(JAVA_LONG, at + TAIL), (int) published & 63);
    int flags = header.get(JAVA_BYTE, at + FLAGS);
    long last = header.get(JAVA_LONG, at + TIMESTAMP);
    long lastDelta = header.get(JAVA_LONG, at + DELTA);
    if ((flags & MILLISECONDS) == 0 && timestampMillis % 1000 != 0) {
      bits.put(0b111111, 6);
      flags |= MILLISECONDS;
      last *= 1000;
      lastDelta *= 1000;
    }
    long timestamp = (flags & MILLISECONDS) == 0 ? timestampMillis / 1000 : timestampMillis;
    long delta = timestamp - last;
    putTimestamp(delta - lastDelta);
    long raw = Double.doubleToRawLongBits(value);
    int window = putValue(raw ^ header.get(JAVA_LONG, at + VALUE), header, at);

    if (bits.finishedCount() > 0 && !store(header, at)) {
      return false;
    }
    long count = published >>> 32;
    if (count > 0 && timestamp <= last) {
      flags |= NOT_ASCENDING;
    }
    header.set(JAVA_BYTE, at + FLAGS, (byte) flags);
    header.set(JAVA_LONG, at + TIMESTAMP, timestamp);
    header.set(JAVA_LONG, at + DELTA, count == 0 ? 0 : delta);
    header.set(JAVA_LONG, at + VALUE, raw);
    header.set(JAVA_BYTE, at + LEADING, (byte) (window >>> 8));
    header.set(JAVA_BYTE, at + TRAILING, (byte) window);
    publish(header, at, count + 1);
    return true;
  }

  /// Gives the memory of a stream back, when no reader can know it any more.
  public void free(int stream) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    int last = header.get(JAVA_INT, at + CHUNK);
    int next = header.get(JAVA_INT, at + FIRST_LINK);
    blocks.free(stream, FIRST_CHUNK_BYTES, Purpose.STREAMS);
    int words = FIRST_WORDS;
    for (int chunk = stream; chunk != last; ) {
      chunk = next;
      next = blocks.segment(chunk).get(JAVA_INT, Blocks.offset(chunk));
      int bytes = StreamLayout.nextChunkBytes(words);
      blocks.free(chunk, bytes, Purpose.STREAMS);
      words += StreamLayout.words(bytes);
    }
  }

  private void putTimestamp(long d) {
    if (d == 0) {
      bits.put(0, 1);
    } else if (d >= -63 && d <= 64) {
      bits.put(0b10L << 7 | d + 63, 9);
    } else if (d >= -255 && d <= 256) {
      bits.put(0b110L << 9 | d + 255, 12);
    } else if (d >= -2047 && d <= 2048) {
      bits.put(0b1110L << 12 | d + 2047, 16);
    } else if (d == (int) d) {
      bits.put(0b11110L << 32 | (d & 0xFFFF_FFFFL), 37);
    } else {
      bits.put(0b111110, 6);
      bits.put(d, 64);
    }
  }

  /// Returns the window from now on, leading zeros << 8 | trailing zeros.
  private int putValue(long x, MemorySegment header, long at) {
    int windowLeading = header.get(JAVA_BYTE, at + LEADING);
    int windowTrailing = header.get(JAVA_BYTE, at + TRAILING);
    if (x == 0) {
      bits.put(0, 1);
      return windowLeading << 8 | windowTrailing;
    }
    int leading = Math.min(Long.numberOfLeadingZeros(x), 31);
    int trailing = Long.numberOfTrailingZeros(x);
    int meaningful = 64 - leading - trailing;
    int windowBits = 64 - windowLeading - windowTrailing;
    if (leading >= windowLeading && trailing >= windowTrailing && windowBits < meaningful + 11) {
      bits.put(0b10, 2);
      bits.put(x >>> windowTrailing, windowBits);
      return windowLeading << 8 | windowTrailing;
    }
    bits.put(0b11 << 11 | leading << 6 | meaningful - 1, 13);
    bits.put(x >>> trailing, meaningful);
    return leading << 8 | trailing;
  }

  /// Puts the finished words into the chunks. Until `flushed` says so no reader looks at them, so
  /// that nothing has happened when this fails half-way.
  private boolean store(MemorySegment header, long at) {
    int chunk = header.get(JAVA_INT, at + CHUNK);
    int words = header.get(SHORT, at + CHUNK_WORDS);
    int filled = header.get(SHORT, at + CHUNK_FILLED);
    int flushed = header.get(JAVA_INT, at + FLUSHED);
    boolean first = flushed - filled == 0;
    for (int i = 0; i < bits.finishedCount(); i++) {
      if (filled == words) {
        int bytes = StreamLayout.nextChunkBytes(flushed + i);
        int next = addChunk(chunk, first, bytes);
        if (next == Blocks.NONE) {
          return false;
        }
        chunk = next;
        first = false;
        words = StreamLayout.words(bytes);
        filled = 0;
      }
      long start = Blocks.offset(chunk) + (first ? HEADER_BYTES : LINK_BYTES);
      blocks.segment(chunk).set(JAVA_LONG, start + (long) filled * Long.BYTES, bits.finished(i));
      filled++;
    }
    header.set(JAVA_INT, at + CHUNK, chunk);
    header.set(SHORT, at + CHUNK_WORDS, (short) words);
    header.set(SHORT, at + CHUNK_FILLED, (short) filled);
    INT.setRelease(header, at + FLUSHED, flushed + bits.finishedCount());
    return true;
  }

  /// Puts the finished words of an image into chunks of the same sizes that `store` would have
  /// made. False when there is no memory; then the stream has the chunks that there was memory for.
  private boolean copyWords(StreamImage image, int stream, MemorySegment header, long at) {
    int finished = image.finishedWords();
    int filled = Math.min(finished, FIRST_WORDS);
    MemorySegment.copy(image.words(), 0, header, JAVA_LONG, at + HEADER_BYTES, filled);
    header.set(SHORT, at + CHUNK_FILLED, (short) filled);
    int chunk = stream;
    for (int copied = filled; copied < finished; copied += filled) {
      int bytes = StreamLayout.nextChunkBytes(copied);
      chunk = addChunk(chunk, chunk == stream, bytes);
      if (chunk == Blocks.NONE) {
        return false;
      }
      int words = StreamLayout.words(bytes);
      filled = Math.min(finished - copied, words);
      long start = Blocks.offset(chunk) + LINK_BYTES;
      MemorySegment.copy(image.words(), copied, blocks.segment(chunk), JAVA_LONG, start, filled);
      header.set(JAVA_INT, at + CHUNK, chunk);
      header.set(SHORT, at + CHUNK_WORDS, (short) words);
      header.set(SHORT, at + CHUNK_FILLED, (short) filled);
    }
    return true;
  }

  private int addChunk(int last, boolean first, int bytes) {
    int next = blocks.allocate(bytes, Purpose.STREAMS);
    if (next != Blocks.NONE) {
      long link = Blocks.offset(last) + (first ? FIRST_LINK : 0);
      blocks.segment(last).set(JAVA_INT, link, next);
    }
    return next;
  }

  /// The counterpart is `GorillaReader.copyWords`.
  private void publish(MemorySegment header, long at, long count) {
    long bitCount = Integer.toUnsignedLong(header.get(JAVA_INT, at + FLUSHED)) << 6;
    LONG.setRelease(header, at + TAIL, bits.unfinished());
    LONG.setRelease(header, at + PUBLISHED, (count << 32) | bitCount | bits.usedBits());
  }
}
