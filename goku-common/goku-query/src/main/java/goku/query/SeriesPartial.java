package goku.query;

import goku.model.PointBuffer;
import goku.model.Tag;
import goku.model.ValueType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One series after its own stages. It has stored datapoints in the window of the query, but the
/// stages may leave none.
///
/// @param tags tags ascending by key; equal tags of one shard are the same object
/// @param timestamps milliseconds since the epoch, ascending
/// @param words the values in the form of the type, only to be moved; `value` and `integer` give
///   the values
/// @param type the type of the words. The type is kept even if `integers` is false, because parts
///   of the series may still have to be joined.
/// @param integers whether the series is neither downsampled nor a rate, and every value in the
///   window is a 64-bit integer
/// @param weights the number of datapoints that each value stands for; null for one each
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SeriesPartial(
    List<Tag> tags,
    long[] timestamps,
    double[] words,
    ValueType type,
    boolean integers,
    double @Nullable [] weights) {
  /// Bytes of the objects and arrays of a series without datapoints, without its shared tags.
  private static final long EMPTY_BYTES = 128;

  /// Returns a series with copies of these datapoints.
  public static SeriesPartial of(List<Tag> tags, PointBuffer points, boolean integers) {
    return new SeriesPartial(
        tags,
        Arrays.copyOf(points.timestamps(), points.size()),
        Arrays.copyOf(points.words(), points.size()),
        points.type(),
        integers,
        points.isWeighted() ? Arrays.copyOf(points.weights(), points.size()) : null);
  }

  /// Returns the value at the index as a double. 64-bit integers are rounded.
  public double value(int index) {
    return type.value(words[index]);
  }

  /// Returns the exact value at the index, if `integers`.
  public long integer(int index) {
    return type.exact(words[index]);
  }

  /// Returns the datapoints in a buffer over the same arrays. Only 64-bit integers are copied,
  /// because stages round them in place.
  public PointBuffer points() {
    return PointBuffer.of(
        timestamps, type == ValueType.LONGS ? words.clone() : words, type, weights);
  }

  /// Returns the approximate size in bytes on the heap.
  public long heldBytes() {
    return heldBytes(timestamps.length, weights != null);
  }

  /// Returns the size of a series with copies of these datapoints, before they are copied.
  public static long heldBytes(PointBuffer points) {
    return heldBytes(points.size(), points.isWeighted());
  }

  private static long heldBytes(int size, boolean weighted) {
    int each = Long.BYTES + Double.BYTES + (weighted ? Double.BYTES : 0);
    return EMPTY_BYTES + (long) size * each;
  }
}
