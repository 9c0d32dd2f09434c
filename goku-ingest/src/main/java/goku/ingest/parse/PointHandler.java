package goku.ingest.parse;

import org.jspecify.annotations.Nullable;

/// A consumer of parsed datapoints, in the order of the text.
public interface PointHandler {
  /// Accepts the datapoint and returns null, or returns the reason for the rejection. A call of
  /// `rejected` follows a rejection.
  @Nullable Rejection accept(Datapoint point);

  /// Reports a rejected datapoint. `source` holds it as it was sent.
  void rejected(Rejection rejection, byte[] source, int offset, int length);
}
