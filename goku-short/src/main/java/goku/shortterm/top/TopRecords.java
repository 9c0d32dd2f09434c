package goku.shortterm.top;

/// Where reports go besides S3. Thread-safe.
public interface TopRecords extends AutoCloseable {
  /// Returns when the record will not be lost any more; throws when that is not sure.
  void publish(byte[] key, byte[] value) throws InterruptedException;

  @Override
  void close();
}
