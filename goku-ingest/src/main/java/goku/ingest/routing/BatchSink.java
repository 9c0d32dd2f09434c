package goku.ingest.routing;

/// A sender of batches. Called on the thread that owns the accumulator.
@FunctionalInterface
public interface BatchSink {
  /// Sends one batch without waiting for the acknowledgement.
  ///
  /// @param partition the partition of the topic, which is the shard
  void send(String topic, int partition, byte[] batch, int datapoints);
}
