package goku.ingest.parse;

import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import org.jspecify.annotations.Nullable;

/// A histogram that a client sent, while its counts are set. Reused for the next one. Owned by one
/// thread.
final class SentHistogram {
  private final Histograms store = new Histograms();
  private int handle;

  /// Begins a histogram without measurements.
  void begin(HistogramShape shape) {
    store.clear();
    handle = store.add(shape);
  }

  /// Sets a count, or the bits of a statistic.
  ///
  /// @param index index in the words of the shape
  void set(int index, long word) {
    store.words()[handle + 1 + index] = word;
  }

  /// Writes the histogram into a datapoint. Returns null, or the reason for the rejection.
  @Nullable Rejection finish(Datapoint into) {
    byte[] bytes = store.bytes(handle);
    if (bytes.length > HistogramShape.MAX_SENT_BYTES) {
      return invalid(
          "histogram",
          bytes.length + " bytes",
          "maximum allowed: " + HistogramShape.MAX_SENT_BYTES);
    }
    into.histogram = bytes;
    into.counts = store.shape(handle).counts();
    return null;
  }

  static Rejection invalid(String field, String value, String wanted) {
    return new Rejection(
        Reason.HISTOGRAM_INVALID, "Invalid %s (%s): %s".formatted(field, value, wanted));
  }
}
