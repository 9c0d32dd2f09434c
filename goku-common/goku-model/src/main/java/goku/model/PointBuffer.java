package goku.model;

import goku.model.histogram.Histograms;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// Datapoints of one series in two primitive arrays, which grow as needed and are reused from
/// series to series. Timestamps are milliseconds since the epoch. Owned by one thread.
///
/// Values are words of a `ValueType`. Code that moves datapoints uses `words`. Code that calculates
/// uses `values`, which are always doubles. Words of histograms are handles in `histograms()`, so
/// code that sorts, moves or removes datapoints treats them like all others.
public final class PointBuffer {
  private static final int FIRST_CAPACITY = 256;
  private static final long[] NO_TIMESTAMPS = {};
  private static final double[] NO_VALUES = {};

  private final LongConsumer growth;
  private long[] timestamps = NO_TIMESTAMPS;
  private double[] words = NO_VALUES;
  private ValueType type = ValueType.PLAIN;

  /// The doubles of `LONGS` and `HISTOGRAMS`, in as many entries as `roundedCount`.
  private double[] rounded = NO_VALUES;

  private int roundedCount;
  private double[] weights = NO_VALUES;
  private boolean weighted;
  private long[] scratch = {};
  private @Nullable Histograms histograms;
  private int size;

  /// Creates an empty buffer whose memory nobody counts.
  public PointBuffer() {
    this(_ -> {});
  }

  /// Creates an empty buffer.
  ///
  /// @param growth called with the bytes of each growth before they are allocated; may refuse them
  ///   by an exception
  public PointBuffer(LongConsumer growth) {
    this.growth = growth;
  }

  /// Creates a buffer over the arrays. All entries of the arrays are datapoints.
  public static PointBuffer of(long[] timestamps, double[] values) {
    var buffer = new PointBuffer();
    buffer.timestamps = timestamps;
    buffer.words = values;
    buffer.size = timestamps.length;
    return buffer;
  }

  /// Creates a buffer over the arrays, with weights unless they are null.
  public static PointBuffer of(long[] timestamps, double[] values, double @Nullable [] weights) {
    return of(timestamps, values, ValueType.PLAIN, weights);
  }

  /// Creates a buffer over the arrays, with weights unless they are null.
  ///
  /// @param words the values in the form of the type
  public static PointBuffer of(
      long[] timestamps, double[] words, ValueType type, double @Nullable [] weights) {
    PointBuffer buffer = of(timestamps, words);
    buffer.type = type;
    if (weights != null) {
      buffer.weights = weights;
      buffer.weighted = true;
    }
    return buffer;
  }

  public void clear() {
    size = 0;
    roundedCount = 0;
    type = ValueType.PLAIN;
    weighted = false;
    if (histograms != null) {
      histograms.clear();
    }
  }

  /// Adds a datapoint with a plain value.
  public void add(long timestampMillis, double value) {
    addWord(timestampMillis, value);
    if (type == ValueType.LONGS || type == ValueType.HISTOGRAMS) {
      join(ValueType.PLAIN, size - 1);
    }
  }

  private void addWord(long timestampMillis, double word) {
    if (size == timestamps.length) {
      grow(Math.max(FIRST_CAPACITY, size * 2));
    }
    timestamps[size] = timestampMillis;
    words[size] = word;
    if (weighted) {
      weights[size] = 1;
    }
    size++;
  }

  /// Adds a histogram, of which the buffer has the handle.
  ///
  /// @param handle handle in `histograms()`
  public void addHistogram(long timestampMillis, int handle) {
    addWord(timestampMillis, ValueType.word(handle));
    join(ValueType.HISTOGRAMS, size - 1);
  }

  /// Returns the store of the histograms of the buffer, which `clear` clears.
  public Histograms histograms() {
    if (histograms == null) {
      histograms = new Histograms(growth);
    }
    return histograms;
  }

  /// Returns the handle of the histogram at the index.
  public int histogram(int index) {
    return (int) ValueType.integer(words[index]);
  }

  /// Adds a datapoint that stands for several datapoints.
  public void add(long timestampMillis, double value, double weight) {
    beWeighted();
    add(timestampMillis, value);
    weights[size - 1] = weight;
  }

  /// Removes all datapoints at or after the index `from` whose time matches.
  public void removeIf(int from, LongPredicate timeMillis) {
    int left = from;
    for (int i = from; i < size; i++) {
      if (!timeMillis.test(timestamps[i])) {
        timestamps[left] = timestamps[i];
        words[left] = words[i];
        if (weighted) {
          weights[left] = weights[i];
        }
        left++;
      }
    }
    setSize(left);
  }

  /// Adds datapoints `from` to `to - 1` of another buffer, with their type, and with their weights
  /// if it has any.
  public void addAll(PointBuffer other, int from, int to) {
    int count = to - from;
    if (count <= 0) {
      return;
    }
    ensureRoom(count);
    if (other.weighted) {
      beWeighted();
    }
    System.arraycopy(other.timestamps, from, timestamps, size, count);
    if (other.type == ValueType.HISTOGRAMS) {
      copyHistograms(other, from, count);
    } else {
      System.arraycopy(other.words, from, words, size, count);
    }
    if (other.weighted) {
      System.arraycopy(other.weights, from, weights, size, count);
    } else if (weighted) {
      Arrays.fill(weights, size, size + count, 1);
    }
    size += count;
    join(other.type, size - count);
  }

  private void copyHistograms(PointBuffer other, int from, int count) {
    for (int i = 0; i < count; i++) {
      int copy = histograms().copy(other.histograms(), other.histogram(from + i));
      words[size + i] = ValueType.word(copy);
    }
  }

  /// Returns the type of all values.
  public ValueType type() {
    return type;
  }

  /// States the type of the words from the index `from` on, which were just added. Words of
  /// different types become words of one type: integers if all values are, otherwise doubles.
  public void join(ValueType added, int from) {
    roundedCount = 0;
    if (from == 0 || size == from) {
      type = from == 0 ? added : type;
    } else if (added != type) {
      type = joined(added, from);
    }
  }

  private ValueType joined(ValueType added, int from) {
    if (added == ValueType.HISTOGRAMS || type == ValueType.HISTOGRAMS) {
      throw new IllegalStateException("cannot mix histograms with other values in a series");
    }
    if (added != ValueType.LONGS && type != ValueType.LONGS) {
      return ValueType.DOUBLES;
    }
    boolean isFirstLong = type == ValueType.LONGS;
    ValueType other = isFirstLong ? added : type;
    int otherFrom = isFirstLong ? from : 0;
    int otherTo = isFirstLong ? size : from;
    if (other == ValueType.PLAIN && areIntegers(otherFrom, otherTo)) {
      for (int i = otherFrom; i < otherTo; i++) {
        words[i] = ValueType.word((long) words[i]);
      }
      return ValueType.LONGS;
    }
    int longsFrom = isFirstLong ? 0 : from;
    round(longsFrom, isFirstLong ? from : size, words);
    return ValueType.DOUBLES;
  }

  private boolean areIntegers(int from, int to) {
    for (int i = from; i < to; i++) {
      if (!ValueType.isInteger(words[i])) {
        return false;
      }
    }
    return true;
  }

  private void round(int from, int to, double[] into) {
    for (int i = from; i < to; i++) {
      into[i] = (double) ValueType.integer(words[i]);
    }
  }

  /// Makes 64-bit integers doubles that are no integers.
  public void roundIntegers() {
    if (type == ValueType.LONGS) {
      round(0, size, words);
      roundedCount = 0;
      type = ValueType.DOUBLES;
    }
  }

  /// Returns whether all values are 64-bit integers.
  public boolean isIntegers() {
    return type != ValueType.DOUBLES && isWhole();
  }

  /// Returns whether all values are 64-bit integers if their type is not considered.
  public boolean isWhole() {
    return type == ValueType.LONGS || (type != ValueType.HISTOGRAMS && areIntegers(0, size));
  }

  /// Returns the value at the index, if `isIntegers`.
  public long integer(int index) {
    return type.exact(words[index]);
  }

  /// Returns whether some datapoints stand for several. `weights` then has their numbers.
  public boolean isWeighted() {
    return weighted;
  }

  /// Returns the weights: for each of the first `size()` entries, the number of datapoints that it
  /// stands for. Valid only if `isWeighted`. The array is replaced when the buffer grows.
  public double[] weights() {
    return weights;
  }

  /// Makes the buffer weighted. Present datapoints get the weight 1. From then on, a decoder that
  /// writes into the arrays directly must fill `weights` too.
  public void beWeighted() {
    if (!weighted) {
      weighted = true;
      if (weights.length < timestamps.length) {
        growth.accept((long) Double.BYTES * (timestamps.length - weights.length));
        weights = new double[timestamps.length];
      }
      Arrays.fill(weights, 0, size, 1);
    }
  }

  /// Makes room for `count` more datapoints. A decoder can then write into the arrays directly and
  /// call `setSize`.
  public void ensureRoom(int count) {
    if (size + count > timestamps.length) {
      grow(Math.max(size + count, timestamps.length * 2));
    }
  }

  public void setSize(int size) {
    this.size = size;
    roundedCount = 0;
  }

  public int size() {
    return size;
  }

  /// Returns the index of the first datapoint at or after the time, or `size()` if there is none.
  public int firstAtOrAfter(long timestampMillis) {
    return firstAtOrAfter(timestamps, size, timestampMillis);
  }

  /// Returns the index of the first of `size` ascending times at or after the time, or `size`.
  public static int firstAtOrAfter(long[] times, int size, long timeMillis) {
    if (size > 0 && times[0] >= timeMillis) {
      return 0; // the usual case, as the read data begins there
    }
    int found = Arrays.binarySearch(times, 0, size, timeMillis);
    return found >= 0 ? found : -found - 1;
  }

  /// Returns the timestamps, in the first `size()` entries. The array is replaced when the buffer
  /// grows.
  public long[] timestamps() {
    return timestamps;
  }

  /// Returns the values as doubles, in the first `size()` entries, only to be read. 64-bit integers
  /// are rounded, histograms are NaN. The array is replaced when the buffer grows.
  public double[] values() {
    if (type == ValueType.PLAIN || type == ValueType.DOUBLES) {
      return words;
    }
    if (rounded.length < size) {
      growth.accept((long) Double.BYTES * (words.length - rounded.length));
      rounded = new double[words.length];
    }
    if (roundedCount != size) {
      if (type == ValueType.LONGS) {
        round(0, size, rounded);
      } else {
        Arrays.fill(rounded, 0, size, Double.NaN);
      }
      roundedCount = size;
    }
    return rounded;
  }

  /// Returns the words of the `type()`, in the first `size()` entries. The array is replaced when
  /// the buffer grows. Words that are written into it directly need `setSize` and `join`.
  public double[] words() {
    return words;
  }

  /// Returns scratch space of at least `words` longs for decoders. Its content is undefined.
  public long[] scratch(int words) {
    if (words > scratch.length) {
      int room = Math.max(words, scratch.length * 2);
      growth.accept((long) Long.BYTES * (room - scratch.length));
      scratch = new long[room];
    }
    return scratch;
  }

  private void grow(int capacity) {
    int each = Long.BYTES + Double.BYTES + (weighted ? Double.BYTES : 0);
    growth.accept((long) each * (capacity - timestamps.length));
    timestamps = Arrays.copyOf(timestamps, capacity);
    words = Arrays.copyOf(words, capacity);
    if (weighted) {
      weights = Arrays.copyOf(weights, capacity);
    }
  }
}
