package goku.ingest.routing;

/// Sends batches off. Called on the thread that owns the accumulator.
@FunctionalInterface
public interface BatchSink {
  /// Sends one batch, without waiting for the acknowledgement.
  ///
  /// @param partition of the topic, that is the shard
  void send(String topic, int partition, byte[] batch, int datapoints);
}
