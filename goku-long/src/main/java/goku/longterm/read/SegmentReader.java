package goku.longterm.read;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.sst.Aggregate;
import goku.format.sst.DataValue;
import goku.format.sst.SstKeys;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.Columns;
import goku.longterm.read.access.NativeBuffer;
import goku.longterm.read.access.ValueCursor;
import goku.longterm.read.cover.Segment;
import goku.longterm.read.mask.MetricMask;
import goku.longterm.read.search.BucketSeries;
import goku.longterm.read.search.SeriesUnion;
import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Resolution;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A reader of the data of a series in one segment: the values of one or two aggregates and the
/// column that they share. Owned by one thread.
final class SegmentReader {
  private final Segment segment;
  private final BucketDb bucket;
  private final BucketSeries series;
  private final SeriesUnion union;
  private final @Nullable MetricMask[] masks;
  private final Resolution.Value value;
  private final NativeBuffer buffer;
  private final ValueCursor[] cursors;
  private final Columns columns;

  /// The counts, where they only divide sums.
  private double[] counts = {};

  /// @param masks deleted data by the number of the metric; empty when nothing was deleted
  /// @param buffer destination of values
  /// @param maxKept limit of decoded timestamps that are kept
  SegmentReader(
      Segment segment,
      SelectedBucket source,
      SeriesUnion union,
      @Nullable MetricMask[] masks,
      Resolution.Value value,
      NativeBuffer buffer,
      long maxKept) {
    this.segment = segment;
    bucket = source.bucket();
    series = source.series();
    this.union = union;
    this.masks = masks;
    this.value = value;
    this.buffer = buffer;
    cursors = aggregates(segment, value).stream().map(this::cursor).toArray(ValueCursor[]::new);
    columns = new Columns(bucket, maxKept);
  }

  private static List<Aggregate> aggregates(Segment segment, Resolution.Value value) {
    if (segment.raw()) {
      return List.of(Aggregate.RAW);
    }
    return switch (value) {
      case AVERAGE, WEIGHTED_SUM -> List.of(Aggregate.SUM, Aggregate.COUNT);
      case SUM -> List.of(Aggregate.SUM);
      case COUNT -> List.of(Aggregate.COUNT);
      case MIN -> List.of(Aggregate.MIN);
      case MAX -> List.of(Aggregate.MAX);
    };
  }

  private ValueCursor cursor(Aggregate aggregate) {
    byte[] template = bucket.keys().data(aggregate, 0, 0);
    return new ValueCursor(bucket, template, SstKeys.PREFIX_BYTES + 1, 1, buffer);
  }

  /// Returns the time range that the segment serves.
  TimeRange range() {
    return new TimeRange(segment.fromMillis(), segment.endMillis() - 1);
  }

  /// Returns the number of values that it needs of each series.
  int values() {
    return cursors.length;
  }

  /// Returns the id of a series in the bucket, by which its values are sorted, or
  /// `BucketSeries.ABSENT`.
  int id(int position) {
    return series.id(position);
  }

  /// Copies a value of a series that the bucket has to the buffer. Returns its length; -1 if there
  /// is none.
  int copy(int position, int n, int at) {
    return cursors[n].read(number(position), at);
  }

  /// Appends the datapoints of a series that the bucket has.
  ///
  /// @param at offset of each value in the buffer
  /// @param lengths length of each value; -1 for a missing one
  void read(int position, int[] at, int[] lengths, PointBuffer into) {
    if (lengths[0] < 0) {
      return;
    }
    int n = 0;
    try {
      MemorySegment first = buffer.value(at[0], lengths[0]);
      int column = DataValue.column(first, lengths[0]);
      columns.load(column);
      int count = columns.size();
      int from = firstAtOrAfter(segment.fromMillis(), count);
      int end = firstAtOrAfter(segment.endMillis(), count);
      if (from >= end) {
        return;
      }
      if (isWeighted()) {
        into.beWeighted();
      }
      into.ensureRoom(count);
      int size = into.size();
      ValueType type = DataValue.decode(first, lengths[0], column, count, into);
      if (cursors.length > 1 && type != ValueType.HISTOGRAMS) {
        n = 1;
        decodeCounts(at[1], lengths[1], column, count, into);
      }
      weigh(count, into);
      cut(from, end, into);
      into.join(type, size);
      mask(position, into, size);
    } catch (FormatException e) {
      throw bucket.corrupt(cursors[n].key(number(position)), e);
    }
  }

  private boolean isWeighted() {
    return !segment.raw()
        && (value == Resolution.Value.WEIGHTED_SUM || value == Resolution.Value.COUNT);
  }

  /// Decodes the second value: weights, or divisors.
  private void decodeCounts(int at, int length, int column, int count, PointBuffer into) {
    if (length < 0) {
      throw new CorruptException("counts of a bucket", 0, "nothing", "counts beside sums");
    }
    MemorySegment second = buffer.value(at, length);
    int other = DataValue.column(second, length);
    if (other != column) {
      throw new CorruptException("counts of a bucket", 0, "column " + other, "column " + column);
    }
    if (isWeighted()) {
      DataValue.decode(second, length, column, count, into.weights(), into.size());
      return;
    }
    if (counts.length < count) {
      counts = new double[count];
    }
    DataValue.decode(second, length, column, count, counts, 0);
    double[] values = into.words();
    int to = into.size();
    for (int i = 0; i < count; i++) {
      values[to + i] /= counts[i];
    }
  }

  /// Adds weights to datapoints that have none.
  private void weigh(int count, PointBuffer into) {
    int to = into.size();
    if (isWeighted()) {
      if (value == Resolution.Value.COUNT) {
        System.arraycopy(into.words(), to, into.weights(), to, count);
      }
    } else if (into.isWeighted()) {
      Arrays.fill(into.weights(), to, to + count, 1);
    }
  }

  /// Keeps the datapoints from `from` to `end` of those decoded after the end of the buffer.
  private void cut(int from, int end, PointBuffer into) {
    int size = into.size();
    System.arraycopy(columns.timestamps(), from, into.timestamps(), size, end - from);
    if (from > 0) {
      System.arraycopy(into.words(), size + from, into.words(), size, end - from);
      if (into.isWeighted()) {
        System.arraycopy(into.weights(), size + from, into.weights(), size, end - from);
      }
    }
    into.setSize(size + end - from);
  }

  private void mask(int position, PointBuffer into, int from) {
    MetricMask mask = masks.length == 0 ? null : masks[union.metric(position)];
    if (mask != null) {
      mask.apply(series.id(position), into, from);
    }
  }

  private int firstAtOrAfter(long millis, int count) {
    int found = Arrays.binarySearch(columns.timestamps(), 0, count, millis);
    return found >= 0 ? found : -found - 1;
  }

  private long number(int position) {
    return ValueCursor.number(series.metric(union.metric(position)), series.id(position));
  }
}
