package goku.codec;

import static goku.codec.GorillaLayout.D1_BIAS;
import static goku.codec.GorillaLayout.D1_BITS;
import static goku.codec.GorillaLayout.D1_CONTROL;
import static goku.codec.GorillaLayout.D1_CONTROL_BITS;
import static goku.codec.GorillaLayout.D2_BIAS;
import static goku.codec.GorillaLayout.D2_BITS;
import static goku.codec.GorillaLayout.D2_CONTROL;
import static goku.codec.GorillaLayout.D2_CONTROL_BITS;
import static goku.codec.GorillaLayout.D3_BIAS;
import static goku.codec.GorillaLayout.D3_BITS;
import static goku.codec.GorillaLayout.D3_CONTROL;
import static goku.codec.GorillaLayout.D3_CONTROL_BITS;
import static goku.codec.GorillaLayout.D4_BITS;
import static goku.codec.GorillaLayout.D4_CONTROL;
import static goku.codec.GorillaLayout.D4_CONTROL_BITS;
import static goku.codec.GorillaLayout.D5_BITS;
import static goku.codec.GorillaLayout.D5_CONTROL;
import static goku.codec.GorillaLayout.D5_CONTROL_BITS;
import static goku.codec.GorillaLayout.MAX_LEADING;
import static goku.codec.GorillaLayout.MIN_POINT_BITS;
import static goku.codec.GorillaLayout.NEW_WINDOW;
import static goku.codec.GorillaLayout.NEW_WINDOW_HEAD_BITS;
import static goku.codec.GorillaLayout.OLD_WINDOW;
import static goku.codec.GorillaLayout.TO_MILLISECONDS;
import static goku.codec.GorillaLayout.TO_MILLISECONDS_ONES;
import static goku.codec.GorillaLayout.VALUE_CONTROL_BITS;
import static goku.codec.GorillaLayout.WIDTH_BITS;
import static goku.codec.GorillaLayout.WINDOW_BITS;
import static goku.codec.StreamLayout.BYTE_MASK;
import static goku.codec.StreamLayout.DELTA;
import static goku.codec.StreamLayout.DOUBLES;
import static goku.codec.StreamLayout.FLAGS;
import static goku.codec.StreamLayout.FLAGS_SHIFT;
import static goku.codec.StreamLayout.FLUSHED;
import static goku.codec.StreamLayout.HISTOGRAMS;
import static goku.codec.StreamLayout.INT;
import static goku.codec.StreamLayout.LONG;
import static goku.codec.StreamLayout.LONGS;
import static goku.codec.StreamLayout.MILLISECONDS;
import static goku.codec.StreamLayout.NOT_ASCENDING;
import static goku.codec.StreamLayout.NO_WIDTH;
import static goku.codec.StreamLayout.ONE_POINT;
import static goku.codec.StreamLayout.ONE_WORD;
import static goku.codec.StreamLayout.PLACE;
import static goku.codec.StreamLayout.PUBLISHED;
import static goku.codec.StreamLayout.STATE;
import static goku.codec.StreamLayout.TAIL;
import static goku.codec.StreamLayout.TIMESTAMP;
import static goku.codec.StreamLayout.TRAILING;
import static goku.codec.StreamLayout.VALUE;
import static goku.codec.StreamLayout.WIDTH_SHIFT;
import static goku.codec.StreamLayout.WINDOW_MASK;
import static goku.memory.Blocks.UNCHECKED;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import goku.memory.Blocks;
import goku.model.ValueType;

/// A writer that appends datapoints to the streams of one bucket, in constant time and without
/// allocation on the heap.
///
/// One thread writes. `GorillaReader`s of other threads see a prefix of the appended datapoints, in
/// arrival order. The package comment describes the protocol. Handles must be of existing streams,
/// because `append` uses their addresses unchecked.
public final class GorillaWriter {
  private static final int MILLISECONDS_STATE = MILLISECONDS << FLAGS_SHIFT;

  /// The short codes of D = -bias. The upper 16 bits hold the length, the lower ones the code.
  private static final int D1_CODE = (D1_CONTROL_BITS + D1_BITS) << 16 | D1_CONTROL << D1_BITS;

  private static final int D2_CODE = (D2_CONTROL_BITS + D2_BITS) << 16 | D2_CONTROL << D2_BITS;
  private static final int D3_CODE = (D3_CONTROL_BITS + D3_BITS) << 16 | D3_CONTROL << D3_BITS;

  /// The result when D needs more bits than a short code has, or another unit.
  private static final int NO_CODE = -1;

  /// The mask of the number of bits in `PUBLISHED` without the lowest six, which count the tail.
  private static final int FLUSHED_MASK = -1 >>> 6;

  private final Blocks blocks;
  private final StreamChunks chunks;
  private final long originMillis;
  private final BitWriter bits = new BitWriter();

  /// @param originMillis base of the first timestamps; whole seconds
  public GorillaWriter(Blocks blocks, long originMillis) {
    if (originMillis % 1000 != 0) {
      throw new IllegalArgumentException(
          "originMillis=%d is not a whole second".formatted(originMillis));
    }
    this.blocks = blocks;
    this.originMillis = originMillis;
    chunks = new StreamChunks(blocks);
  }

  /// Creates an empty stream and returns its handle, or `Blocks.NONE` when memory is full.
  public int create() {
    return chunks.create(originMillis);
  }

  /// Returns the type of a stream's values.
  public ValueType type(int stream) {
    return StreamLayout.type(blocks.segment(stream).get(JAVA_BYTE, Blocks.offset(stream) + FLAGS));
  }

  /// Makes an empty stream one of 64-bit integers: `append` then takes words of them.
  public void setLongs(int stream) {
    addFlag(stream, LONGS);
  }

  /// Makes an empty stream one of histograms, to which only a `HistogramWriter` appends.
  void setHistograms(int stream) {
    addFlag(stream, HISTOGRAMS);
  }

  /// Makes the values of a stream of doubles no integers.
  public void setDoubles(int stream) {
    addFlag(stream, DOUBLES);
  }

  private void addFlag(int stream, int flag) {
    long at = blocks.address(stream) + TRAILING;
    UNCHECKED.set(STATE, at, UNCHECKED.get(STATE, at) | flag << FLAGS_SHIFT);
  }

  /// Creates a stream with the content of an image and returns its handle, or `Blocks.NONE` when
  /// memory is full. Appending continues as in the original stream. Copies words without decoding
  /// them.
  ///
  /// @param image image of a stream with the same origin
  public int restore(StreamImage image) {
    int stream = create();
    if (stream == Blocks.NONE) {
      return Blocks.NONE;
    }
    if (!chunks.copyWords(image, stream)) {
      free(stream);
      return Blocks.NONE;
    }
    var header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    long unit = StreamImage.isInMilliseconds(image.flags()) ? 1 : 1000;
    boolean none = image.leading() == StreamImage.NO_WINDOW;
    int width = none ? NO_WIDTH : 63 - image.leading() - image.trailing();
    header.set(JAVA_LONG, at + TIMESTAMP, image.timestamp() * unit);
    header.set(JAVA_LONG, at + DELTA, image.delta() * unit);
    header.set(JAVA_LONG, at + VALUE, image.value());
    header.set(
        STATE,
        at + TRAILING,
        image.flags() << FLAGS_SHIFT | width << WIDTH_SHIFT | image.trailing());
    header.set(JAVA_INT, at + FLUSHED, image.finishedWords());
    header.set(JAVA_LONG, at + TAIL, image.tail());
    header.set(JAVA_LONG, at + PUBLISHED, image.count() * ONE_POINT | image.bits());
    return stream;
  }

  /// Frees the memory of a stream. No reader may use the stream.
  public void free(int stream) {
    chunks.free(stream);
  }

  /// Appends a datapoint. Returns false, and changes nothing, when memory is needed and full.
  ///
  /// Nearly all datapoints take the short path: their bits are assembled in a register. The last 64
  /// bits stay there, and higher ones go to the tail first. This is one method on purpose: split
  /// up, the state would spill from registers to the stack, and the JIT does not inline a callee
  /// this large. To free registers, the header's copy of the last datapoint is replaced before the
  /// bits are made, and some fields are read again instead of kept.
  public boolean append(int stream, long timestampMillis, double value) {
    long at = blocks.address(stream);
    long delta = timestampMillis - UNCHECKED.get(JAVA_LONG, at + TIMESTAMP);
    if (delta <= 0) {
      return appendAny(stream, timestampMillis, value);
    }
    long published = UNCHECKED.get(JAVA_LONG, at + PUBLISHED);
    long raw = Double.doubleToRawLongBits(value);
    long d = delta - UNCHECKED.get(JAVA_LONG, at + DELTA);
    long x = raw ^ UNCHECKED.get(JAVA_LONG, at + VALUE);
    int used = (int) published & 63;
    if ((d | x) == 0 && used + MIN_POINT_BITS < Long.SIZE) { // zeros, already in the tail
      UNCHECKED.set(JAVA_LONG, at + TIMESTAMP, timestampMillis);
      LONG.setRelease(UNCHECKED, at + PUBLISHED, published + ONE_POINT + MIN_POINT_BITS);
      return true;
    }
    UNCHECKED.set(JAVA_LONG, at + TIMESTAMP, timestampMillis);
    UNCHECKED.set(JAVA_LONG, at + VALUE, raw);
    int state = UNCHECKED.get(STATE, at + TRAILING);
    long code = 0;
    int length = 2; // length of the code and one bit of the next part
    if (d != 0) { // zero for the first datapoint, whose delta then stays zero
      UNCHECKED.set(JAVA_LONG, at + DELTA, delta);
      int timestamp = published == 0 ? NO_CODE : timestampCode(d, state);
      if (timestamp == NO_CODE) {
        takeBack(at, d, x);
        return appendAny(stream, timestampMillis, value);
      }
      code = timestamp & 0xFFFF;
      length = (timestamp >>> 16) + 1;
    }
    long word = 0;
    if (x == 0) {
      code <<= 1;
    } else {
      int leading = Math.min(Long.numberOfLeadingZeros(x), MAX_LEADING);
      int trailing = Long.numberOfTrailingZeros(x);
      int width = 63 - leading - trailing;
      int windowWidth = state >>> WIDTH_SHIFT & BYTE_MASK;
      long payload = Long.rotateRight(x, state & BYTE_MASK);
      if (staysIn(windowWidth, payload, width)) {
        code = code << VALUE_CONTROL_BITS | OLD_WINDOW;
        length += VALUE_CONTROL_BITS - 1;
        width = windowWidth;
      } else {
        code =
            code << NEW_WINDOW_HEAD_BITS
                | (NEW_WINDOW << WINDOW_BITS | leading << WIDTH_BITS | width);
        length += NEW_WINDOW_HEAD_BITS - 1;
        payload = x >>> trailing;
        state = (state & ~WINDOW_MASK) | width << WIDTH_SHIFT | trailing;
      }
      length += width + 1;
      int above = length - Long.SIZE;
      if (above > 0) {
        used += above;
        if (used >= Long.SIZE) {
          takeBack(at, d, x);
          return appendAny(stream, timestampMillis, value);
        }
        word = code >>> (Long.SIZE - 1 - width) << (Long.SIZE - used);
        length = Long.SIZE;
      }
      code = code << 1 << width | payload;
    }
    int end = used + length;
    word |= UNCHECKED.get(JAVA_LONG, at + TAIL);
    if (end < Long.SIZE) {
      UNCHECKED.set(STATE, at + TRAILING, state);
      word |= code << (Long.SIZE - end);
    } else {
      int flushed = (int) (published >>> 6) & FLUSHED_MASK;
      long place = UNCHECKED.get(JAVA_LONG, at + PLACE);
      if (place < ONE_WORD) {
        place = chunks.grow(stream, flushed);
        if (place == StreamChunks.NO_PLACE) {
          return takeBack(at, d, x);
        }
      }
      UNCHECKED.set(STATE, at + TRAILING, state);
      UNCHECKED.set(JAVA_LONG, at + PLACE, place + 1 - ONE_WORD);
      UNCHECKED.set(JAVA_LONG, Blocks.address(place), word | code >>> (end - Long.SIZE));
      INT.setRelease(UNCHECKED, at + FLUSHED, flushed + 1);
      word = code << 1 << (2 * Long.SIZE - 1 - end);
    }
    LONG.setRelease(UNCHECKED, at + TAIL, word);
    LONG.setRelease(UNCHECKED, at + PUBLISHED, (published & -Long.SIZE) + ONE_POINT + end);
    return true;
  }

  /// Returns whether the exclusive or fits into the window and would not need fewer bits in a
  /// window of its own. Widths are numbers of meaningful bits less 1.
  private static boolean staysIn(int windowWidth, long inWindow, int width) {
    return inWindow >>> 1 >>> windowWidth == 0 && windowWidth < width + WINDOW_BITS;
  }

  /// Restores the timestamp, delta and value of the previous datapoint. `d` and `x` are the
  /// differences of delta and value. Returns false.
  private static boolean takeBack(long at, long d, long x) {
    long delta = UNCHECKED.get(JAVA_LONG, at + DELTA);
    long timestampMillis = UNCHECKED.get(JAVA_LONG, at + TIMESTAMP) - delta;
    setLast(at, timestampMillis, delta - d, UNCHECKED.get(JAVA_LONG, at + VALUE) ^ x);
    return false;
  }

  private static void setLast(long at, long timestampMillis, long delta, long raw) {
    UNCHECKED.set(JAVA_LONG, at + TIMESTAMP, timestampMillis);
    UNCHECKED.set(JAVA_LONG, at + DELTA, delta);
    UNCHECKED.set(JAVA_LONG, at + VALUE, raw);
  }

  /// Returns the code of a difference of deltas other than zero, in the unit of the stream.
  private static int timestampCode(long differenceMillis, int state) {
    long d = differenceMillis;
    if ((state & MILLISECONDS_STATE) == 0) {
      d = differenceMillis / 1000;
      if (d * 1000 != differenceMillis) {
        return NO_CODE;
      }
    }
    return shortCode(d);
  }

  /// Returns the short code for D other than zero, of up to 16 bits, or `NO_CODE`. The upper 16
  /// bits hold the length.
  private static int shortCode(long d) {
    if (d >= -D1_BIAS && d <= D1_BIAS + 1) {
      return D1_CODE | (int) d + D1_BIAS;
    }
    if (d >= -D2_BIAS && d <= D2_BIAS + 1) {
      return D2_CODE | (int) d + D2_BIAS;
    }
    return d >= -D3_BIAS && d <= D3_BIAS + 1 ? D3_CODE | (int) d + D3_BIAS : NO_CODE;
  }

  /// Appends any datapoint, bit by bit.
  private boolean appendAny(int stream, long timestampMillis, double value) {
    long at = blocks.address(stream);
    long published = UNCHECKED.get(JAVA_LONG, at + PUBLISHED);
    bits.start(UNCHECKED.get(JAVA_LONG, at + TAIL), (int) published & 63);
    long last = UNCHECKED.get(JAVA_LONG, at + TIMESTAMP);
    long delta = timestampMillis - last;
    long d = delta - UNCHECKED.get(JAVA_LONG, at + DELTA);
    int state = UNCHECKED.get(STATE, at + TRAILING);
    if ((state & MILLISECONDS_STATE) == 0 && d % 1000 != 0) {
      bits.put(TO_MILLISECONDS, TO_MILLISECONDS_ONES);
      state |= MILLISECONDS_STATE;
    }
    putTimestamp((state & MILLISECONDS_STATE) == 0 ? d / 1000 : d);
    long raw = Double.doubleToRawLongBits(value);
    state = putValue(raw ^ UNCHECKED.get(JAVA_LONG, at + VALUE), state);

    int flushed = (int) published >>> 6;
    if (bits.finishedCount() > 0 && !store(stream, at, flushed)) {
      return false;
    }
    long count = published >>> 32;
    if (count > 0 && timestampMillis <= last) {
      state |= NOT_ASCENDING << FLAGS_SHIFT;
    }
    setLast(at, timestampMillis, count == 0 ? 0 : delta, raw);
    UNCHECKED.set(STATE, at + TRAILING, state);
    long bitCount = (long) (flushed + bits.finishedCount()) << 6 | bits.usedBits();
    LONG.setRelease(UNCHECKED, at + TAIL, bits.unfinished());
    LONG.setRelease(UNCHECKED, at + PUBLISHED, (count + 1) * ONE_POINT | bitCount);
    return true;
  }

  private void putTimestamp(long d) {
    if (d == 0) {
      bits.put(0, 1);
    } else if (shortCode(d) != NO_CODE) {
      bits.put(shortCode(d) & 0xFFFF, shortCode(d) >>> 16);
    } else if (d == (int) d) {
      bits.put((long) D4_CONTROL << D4_BITS | (d & 0xFFFF_FFFFL), D4_CONTROL_BITS + D4_BITS);
    } else {
      bits.put(D5_CONTROL, D5_CONTROL_BITS);
      bits.put(d, D5_BITS);
    }
  }

  /// Returns the state with the window that is now in effect.
  private int putValue(long x, int state) {
    if (x == 0) {
      bits.put(0, 1);
      return state;
    }
    int leading = Math.min(Long.numberOfLeadingZeros(x), MAX_LEADING);
    int trailing = Long.numberOfTrailingZeros(x);
    int width = 63 - leading - trailing;
    int windowWidth = state >>> WIDTH_SHIFT & BYTE_MASK;
    long inWindow = Long.rotateRight(x, state & BYTE_MASK);
    if (staysIn(windowWidth, inWindow, width)) {
      bits.put(OLD_WINDOW, VALUE_CONTROL_BITS);
      bits.put(inWindow, windowWidth + 1);
      return state;
    }
    bits.put(NEW_WINDOW << WINDOW_BITS | leading << WIDTH_BITS | width, NEW_WINDOW_HEAD_BITS);
    bits.put(x >>> trailing, width + 1);
    return (state & ~WINDOW_MASK) | width << WIDTH_SHIFT | trailing;
  }

  /// Stores the finished words in the chunks. Readers ignore them until `flushed` is updated, so a
  /// failure half-way has no effect except for allocated room.
  private boolean store(int stream, long at, int flushed) {
    long place = UNCHECKED.get(JAVA_LONG, at + PLACE);
    for (int i = 0; i < bits.finishedCount(); i++) {
      if (place < ONE_WORD) {
        place = chunks.grow(stream, flushed + i);
        if (place == StreamChunks.NO_PLACE) {
          return false;
        }
      }
      UNCHECKED.set(JAVA_LONG, Blocks.address(place), bits.finished(i));
      place += 1 - ONE_WORD;
    }
    UNCHECKED.set(JAVA_LONG, at + PLACE, place);
    INT.setRelease(UNCHECKED, at + FLUSHED, flushed + bits.finishedCount());
    return true;
  }
}
