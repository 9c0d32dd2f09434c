package goku.shortterm.backup;

/// Where it is told that finalized buckets are in S3. Thread-safe.
public interface FinalizedEvents extends AutoCloseable {
  /// Returns when the event will not be lost any more; throws when that is not sure.
  void publish(FinalizedEvent event) throws InterruptedException;

  @Override
  void close();
}
