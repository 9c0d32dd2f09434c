package goku.shortterm.top;

/// A destination of reports besides S3. Thread-safe.
public interface TopRecords extends AutoCloseable {
  /// Returns when the record is durable. Throws if that is uncertain.
  void publish(byte[] key, byte[] value) throws InterruptedException;

  @Override
  void close();
}
