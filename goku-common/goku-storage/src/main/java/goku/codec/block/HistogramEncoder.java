package goku.codec.block;

import goku.model.PointBuffer;
import goku.model.histogram.ExponentialShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An encoder of the histograms of a series in one bucket, one column of integers for each range.
/// The same histograms give the same bytes, whether or not their shapes have outer ranges without
/// measurements. Owned by one thread.
final class HistogramEncoder {
  private static final long LARGEST_PLANNED = 1L << 60;

  /// The largest number of counts in columns that are kept for the next series.
  private static final long MAX_KEPT = 1L << 20;

  /// The number of families that an exponential histogram may join.
  private static final int TRIED_FAMILIES = 16;

  private final ColumnEncoder column = new ColumnEncoder();
  private final ValueEncoder statistics;
  private byte[] bytes = new byte[4096];
  private int size;
  private long[][] counts = {};
  private long[] chunk = {};

  /// @param statistics encoder of doubles
  HistogramEncoder(ValueEncoder statistics) {
    this.statistics = statistics;
  }

  /// Encodes the histograms of the buffer. Returns the number of bytes.
  int encode(PointBuffer points) {
    size = 0;
    put(BlockLayout.HISTOGRAMS);
    List<HistogramFamily> families = families(points);
    putVarint(families.size());
    for (HistogramFamily family : families) {
      byte[] shape = family.shape().bytes();
      putVarint(shape.length);
      ensureRoom(shape.length);
      System.arraycopy(shape, 0, bytes, size, shape.length);
      size += shape.length;
    }
    if (families.size() > 1) {
      long[] numbers = new long[points.size()];
      for (int i = 0; i < families.size(); i++) {
        for (int entry : families.get(i).entries()) {
          numbers[entry] = i;
        }
      }
      putColumn(numbers, numbers.length);
    }
    for (HistogramFamily family : families) {
      putFamily(family, points);
    }
    if ((long) counts.length * points.size() > MAX_KEPT) {
      counts = new long[0][]; // so that one long series does not keep its memory
    }
    return size;
  }

  /// Copies the encoded bytes and returns the index after them.
  int copyTo(byte[] into, int at) {
    System.arraycopy(bytes, 0, into, at, size);
    return at + size;
  }

  private static List<HistogramFamily> families(PointBuffer points) {
    List<HistogramFamily> families = new ArrayList<>();
    List<HistogramFamily> exponential = new ArrayList<>();
    Map<HistogramShape, HistogramFamily> others = new HashMap<>();
    for (int i = 0; i < points.size(); i++) {
      HistogramShape shape = trimmed(points, i);
      HistogramFamily family =
          shape instanceof ExponentialShape ? familyOf(shape, exponential) : others.get(shape);
      if (family == null) {
        family = new HistogramFamily(shape);
        families.add(family);
        if (shape instanceof ExponentialShape) {
          exponential.add(family);
        } else {
          others.put(shape, family);
        }
      }
      family.add(i);
    }
    return families;
  }

  /// Looks at the last families only, the last one first, because most series have only one.
  private static @Nullable HistogramFamily familyOf(
      HistogramShape shape, List<HistogramFamily> exponential) {
    int oldest = Math.max(0, exponential.size() - TRIED_FAMILIES);
    for (int i = exponential.size() - 1; i >= oldest; i--) {
      if (exponential.get(i).takes(shape)) {
        return exponential.get(i);
      }
    }
    return null;
  }

  private static HistogramShape trimmed(PointBuffer points, int entry) {
    Histograms histograms = points.histograms();
    int handle = points.histogram(entry);
    return histograms.shape(handle).trimmed(histograms.words(), handle + 1);
  }

  private void putFamily(HistogramFamily family, PointBuffer points) {
    HistogramShape shape = family.shape();
    List<Integer> entries = family.entries();
    int length = entries.size();
    prepare(shape.counts(), length);
    double[][] statisticsOf = new double[shape.words() - shape.counts()][length];
    for (int i = 0; i < length; i++) {
      fill(points, entries.get(i), i, shape, statisticsOf);
    }
    for (int i = 0; i < shape.counts(); i++) {
      putColumn(counts[i], length);
    }
    for (double[] values : statisticsOf) {
      ensureRoom(ValueEncoder.maxBytes(length));
      size = statistics.encode(values, length, bytes, size);
    }
  }

  private void prepare(int columns, int length) {
    if (counts.length < columns) {
      counts = Arrays.copyOf(counts, columns);
    }
    for (int i = 0; i < columns; i++) {
      if (counts[i] == null || counts[i].length < length) {
        counts[i] = new long[length];
      } else {
        Arrays.fill(counts[i], 0, length, 0);
      }
    }
  }

  /// Puts the counts of a histogram into the columns at the place.
  private void fill(
      PointBuffer points, int entry, int place, HistogramShape shape, double[][] statisticsOf) {
    Histograms histograms = points.histograms();
    long[] words = histograms.words();
    int first = points.histogram(entry) + 1;
    HistogramShape own = histograms.shape(first - 1);
    if (own.equals(shape)) {
      for (int i = 0; i < shape.counts(); i++) {
        counts[i][place] = words[first + i];
      }
    } else {
      HistogramShape trimmed = trimmed(points, entry);
      int[] from = trimmed.indexesIn(own);
      int[] to = trimmed.indexesIn(shape);
      for (int i = 0; i < to.length; i++) {
        counts[to[i]][place] = words[first + from[i]];
      }
    }
    for (int i = 0; i < statisticsOf.length; i++) {
      statisticsOf[i][place] = Double.longBitsToDouble(words[first + own.counts() + i]);
    }
  }

  private void putColumn(long[] values, int count) {
    int length = BlockLayout.chunkLength(count);
    if (chunk.length < length) {
      chunk = new long[length];
    }
    ensureRoom(BlockLayout.maxBytes(count));
    for (int from = 0; from < count; from += length) {
      int n = Math.min(length, count - from);
      System.arraycopy(values, from, chunk, 0, n);
      plan(n);
      size = column.write(0, 0, bytes, size);
    }
  }

  /// Counts can be any 64 bits, because sums of counts wrap around.
  private void plan(int n) {
    boolean small = true;
    for (int i = 0; i < n; i++) {
      small &= chunk[i] >= 0 && chunk[i] <= LARGEST_PLANNED;
    }
    if (small) {
      column.planLine(chunk, n);
    } else {
      column.planBits(chunk, n);
    }
  }

  private void put(int value) {
    ensureRoom(1);
    bytes[size++] = (byte) value;
  }

  private void putVarint(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      put(rest | 0x80);
      rest >>>= 7;
    }
    put(rest);
  }

  private void ensureRoom(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
    }
  }
}
