package goku.ingest.stream;

import goku.ingest.rejected.RejectedPoint;
import goku.ingest.routing.BatchSink;

/// The output of a stream thread. Kafka acknowledges everything written to it before the offsets of
/// its input are committed. Owned by the stream thread.
public interface IngestOutput extends BatchSink {
  /// Registers `drain`, which is called before every flush so that no batch stays behind.
  void drainWith(Runnable drain);

  /// Sends a rejected datapoint to the rejected topic.
  void reject(RejectedPoint point);
}
