package goku.ingest.stream;

import goku.ingest.routing.BatchSink;

/// Where a stream thread writes to. Everything written is acknowledged by Kafka before the offsets
/// of what it came from are committed. Owned by the stream thread.
public interface IngestOutput extends BatchSink {
  /// Has `drain` called before every flush, so that nothing is left behind in batches.
  void drainWith(Runnable drain);

  /// Sends what was refused to the topic for it.
  void reject(RejectedPoint point);
}
