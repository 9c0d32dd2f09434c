package goku.ingest.parse;

import org.jspecify.annotations.Nullable;

/// Takes what a parser finds, in the order of the text.
public interface PointHandler {
  /// Takes the datapoint and returns null, or says why it does not want it; then `rejected`
  /// follows.
  @Nullable Rejection accept(Datapoint point);

  /// A datapoint was refused. `source` holds it as it was sent.
  void rejected(Rejection rejection, byte[] source, int offset, int length);
}
