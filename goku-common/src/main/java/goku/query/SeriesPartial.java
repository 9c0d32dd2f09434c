package goku.query;

import goku.model.Tag;
import java.util.List;

/// One series after its own stages. It has datapoints in the window of the query, though after the
/// stages none may be left.
///
/// @param tags ascending by key; equal tags of one shard are the same object
/// @param timestamps milliseconds, ascending
/// @param integers neither downsampled nor a rate, and every value in the window is a 64-bit
///   integer
/// @param pointsRead number of stored datapoints
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SeriesPartial(
    List<Tag> tags, long[] timestamps, double[] values, boolean integers, long pointsRead)
    implements PartialResult {
  /// The objects and arrays of a series without datapoints; tags are shared.
  private static final long EMPTY_BYTES = 128;

  @Override
  public int seriesRead() {
    return 1;
  }

  @Override
  public long pointsTouched() {
    return Math.max(pointsRead, timestamps.length);
  }

  @Override
  public long heldBytes() {
    return EMPTY_BYTES + (long) timestamps.length * (Long.BYTES + Double.BYTES);
  }
}
