package goku.query;

import goku.model.PointBuffer;
import goku.model.Tag;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One series after its own stages. It has datapoints in the window of the query, though after the
/// stages none may be left.
///
/// @param tags ascending by key; equal tags of one shard are the same object
/// @param timestamps milliseconds, ascending
/// @param integers neither downsampled nor a rate, and every value in the window is a 64-bit
///   integer
/// @param weights how many datapoints each stands for; null for one each
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SeriesPartial(
    List<Tag> tags,
    long[] timestamps,
    double[] values,
    boolean integers,
    double @Nullable [] weights) {
  /// The objects and arrays of a series without datapoints; tags are shared.
  private static final long EMPTY_BYTES = 128;

  /// A series of these datapoints, which are copied.
  public static SeriesPartial of(List<Tag> tags, PointBuffer points, boolean integers) {
    return new SeriesPartial(
        tags,
        Arrays.copyOf(points.timestamps(), points.size()),
        Arrays.copyOf(points.values(), points.size()),
        integers,
        points.isWeighted() ? Arrays.copyOf(points.weights(), points.size()) : null);
  }

  /// The datapoints in a buffer over the same arrays.
  public PointBuffer points() {
    return PointBuffer.of(timestamps, values, weights);
  }

  /// Bytes of heap, roughly.
  public long heldBytes() {
    int each = Long.BYTES + Double.BYTES + (weights == null ? 0 : Double.BYTES);
    return EMPTY_BYTES + (long) timestamps.length * each;
  }
}
