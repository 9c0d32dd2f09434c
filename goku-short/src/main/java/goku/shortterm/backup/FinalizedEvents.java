package goku.shortterm.backup;

/// A publisher of events that finalized buckets are in S3. Thread-safe.
public interface FinalizedEvents extends AutoCloseable {
  /// Returns when the event is durable. Throws if that is uncertain.
  void publish(FinalizedEvent event) throws InterruptedException;

  @Override
  void close();
}
