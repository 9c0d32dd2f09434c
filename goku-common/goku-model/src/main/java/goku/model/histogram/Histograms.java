package goku.model.histogram;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Many histograms in one array, known by their handles, and reused after `clear`. Owned by one
/// thread.
///
/// A handle is the index of the number of the histogram's shape. Its counts and statistics follow.
public final class Histograms {
  private static final long[] NO_WORDS = {};

  /// The bytes of the entries of a shape in the tables.
  private static final int ENTRY_BYTES = 64;

  private final LongConsumer growth;
  private long[] words = NO_WORDS;
  private int size;
  private byte[] scratch = {};
  private HistogramShape[] shapes = new HistogramShape[4];
  private int shapeCount;
  private final Map<HistogramShape, Integer> numbers = new HashMap<>();

  /// The number of the last shape; -1 after `clear`.
  private int last = -1;

  /// The last shape that was read, also before `clear`: most series have those of others.
  private @Nullable HistogramShape recent;

  /// The bytes of the shapes, and the most so far.
  private long shapeBytes;

  private long mostShapeBytes;

  /// Creates a store whose memory nobody counts.
  public Histograms() {
    this(_ -> {});
  }

  /// @param growth called with the bytes of each growth before they are allocated; may refuse them
  ///   by an exception
  public Histograms(LongConsumer growth) {
    this.growth = growth;
  }

  /// Removes all histograms. Their handles are then invalid.
  public void clear() {
    size = 0;
    if (shapeCount > 0) {
      Arrays.fill(shapes, 0, shapeCount, null);
      shapeCount = 0;
      numbers.clear();
      shapeBytes = 0;
      last = -1;
    }
  }

  /// Adds a histogram without measurements and returns its handle.
  public int add(HistogramShape shape) {
    int handle = addUnset(number(shape), shape.words());
    Arrays.fill(words, handle + 1, size, 0);
    return handle;
  }

  /// Adds a histogram whose words the caller must set, and returns its handle.
  public int addUnset(HistogramShape shape) {
    return addUnset(number(shape), shape.words());
  }

  /// Adds a copy of a histogram of another store and returns its handle.
  public int copy(Histograms from, int handle) {
    HistogramShape shape = from.shape(handle);
    int copy = addUnset(number(shape), shape.words());
    System.arraycopy(from.words, handle + 1, words, copy + 1, shape.words());
    return copy;
  }

  /// Adds a histogram from its bytes, `from` to `to - 1`, and returns its handle.
  ///
  /// @throws InvalidHistogramException if the bytes are no histogram; nothing is added
  public int read(byte[] bytes, int from, int to) {
    var in = new ByteReader(bytes, from, to);
    int length = in.nextLength();
    int start = in.position();
    in.skip(length);
    return readCounts(shape(bytes, start, start + length), in);
  }

  /// Adds a histogram of a shape from the bytes of its counts and statistics, `from` to `to - 1`,
  /// and returns its handle.
  ///
  /// @throws InvalidHistogramException as `read`
  public int readCounts(HistogramShape shape, byte[] bytes, int from, int to) {
    return readCounts(shape, new ByteReader(bytes, from, to));
  }

  /// Returns the index after the shape of a histogram in the bytes from `from` to `to - 1`.
  ///
  /// @throws InvalidHistogramException if the bytes are too few
  public static int shapeEnd(byte[] bytes, int from, int to) {
    var in = new ByteReader(bytes, from, to);
    in.skip(in.nextLength());
    return in.position();
  }

  private int readCounts(HistogramShape shape, ByteReader in) {
    in.need(shape.counts()); // each takes a byte at least
    int before = size;
    int handle = addUnset(shape);
    try {
      int at = handle + 1;
      for (int end = at + shape.counts(); at < end; at++) {
        words[at] = in.nextVarint();
      }
      while (at < size) {
        words[at++] = in.nextLong();
      }
      in.end();
    } catch (InvalidHistogramException invalid) {
      size = before;
      throw invalid;
    }
    return handle;
  }

  /// Reads a shape from the bytes from `from` to `to - 1`. Allocates nothing if the last one that
  /// was read is the same.
  ///
  /// @throws InvalidHistogramException if the bytes are no shape
  public HistogramShape shape(byte[] bytes, int from, int to) {
    HistogramShape shape = recent;
    if (shape == null || !shape.isAt(bytes, from, to)) {
      shape = HistogramShape.of(bytes, from, to);
      recent = shape;
    }
    return shape;
  }

  /// Returns scratch space of at least `length` bytes for decoders. Its content is undefined.
  public byte[] scratch(int length) {
    if (scratch.length < length) {
      int room = Math.max(length, scratch.length * 2);
      growth.accept(room - scratch.length);
      scratch = new byte[room];
    }
    return scratch;
  }

  /// Counts the memory of a shape of which histograms will be added.
  public void announce(HistogramShape shape) {
    number(shape);
  }

  /// Returns the bytes of a histogram.
  ///
  /// | bytes | field |
  /// | ---: | --- |
  /// | varint | length of the shape |
  /// | length | shape, see `HistogramShape` |
  /// | varint | each count |
  /// | 8 | each statistic, the bits of a double |
  ///
  /// Everything is little-endian. A varint holds 7 bits per byte, the lowest first, with the high
  /// bit set on all bytes but the last.
  public byte[] bytes(int handle) {
    HistogramShape shape = shape(handle);
    byte[] head = shape.bytes();
    ByteWriter out = new ByteWriter().putVarint(head.length).putAll(head);
    int counts = handle + 1 + shape.counts();
    for (int i = handle + 1; i < counts; i++) {
      out.putVarint(words[i]);
    }
    for (int i = counts; i <= handle + shape.words(); i++) {
      out.putLong(words[i]);
    }
    return out.toBytes();
  }

  public HistogramShape shape(int handle) {
    return shapes[(int) words[handle]];
  }

  /// Returns the array with all histograms. The counts and then the statistics of a histogram begin
  /// one after its handle. The array is replaced when a histogram is added.
  public long[] words() {
    return words;
  }

  private int addUnset(int shape, int length) {
    int handle = size;
    int end = Math.addExact(handle, length + 1);
    if (end > words.length) {
      int room = Math.max(end, Math.max(64, words.length + (words.length >> 1)));
      growth.accept((long) Long.BYTES * (room - words.length));
      words = Arrays.copyOf(words, room);
    }
    words[handle] = shape;
    size = end;
    return handle;
  }

  private int number(HistogramShape shape) {
    if (last >= 0 && shapes[last].equals(shape)) {
      return last;
    }
    Integer known = numbers.get(shape);
    if (known == null) {
      count(shape);
      if (shapeCount == shapes.length) {
        shapes = Arrays.copyOf(shapes, shapeCount * 2);
      }
      shapes[shapeCount] = shape;
      known = shapeCount++;
      numbers.put(shape, known);
    }
    last = known;
    return known;
  }

  /// Counts the memory of a shape and of its entries in the tables.
  private void count(HistogramShape shape) {
    shapeBytes += ENTRY_BYTES + shape.heldBytes();
    if (shapeBytes > mostShapeBytes) {
      growth.accept(shapeBytes - mostShapeBytes);
      mostShapeBytes = shapeBytes;
    }
  }
}
