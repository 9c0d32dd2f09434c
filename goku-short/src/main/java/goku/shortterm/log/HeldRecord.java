package goku.shortterm.log;

/// A record of the log that a shard has read and cannot apply yet.
public final class HeldRecord {
  private final byte[] bytes;
  private final long offset;
  private final long millis;

  /// @param bytes the value, which is not copied
  /// @param millis when the record was written
  public HeldRecord(byte[] bytes, long offset, long millis) {
    this.bytes = bytes;
    this.offset = offset;
    this.millis = millis;
  }

  public byte[] bytes() {
    return bytes;
  }

  public long offset() {
    return offset;
  }

  /// Returns when the record was written.
  public long millis() {
    return millis;
  }
}
