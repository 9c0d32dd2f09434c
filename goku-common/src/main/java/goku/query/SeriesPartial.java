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
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SeriesPartial(List<Tag> tags, long[] timestamps, double[] values, boolean integers) {
  /// The objects and arrays of a series without datapoints; tags are shared.
  private static final long EMPTY_BYTES = 128;

  /// Bytes of heap, roughly.
  public long heldBytes() {
    return EMPTY_BYTES + (long) timestamps.length * (Long.BYTES + Double.BYTES);
  }
}
