package goku.format;

/// Bytes that cannot be read as the format they should have. The message names the format, the
/// offset, what was found there and what was wanted; the caller adds where the bytes came from.
public abstract sealed class FormatException extends RuntimeException
    permits NotOursException, OtherVersionException, TruncatedException, CorruptException {
  private static final long serialVersionUID = 1L;

  private final long offset;

  FormatException(String format, long offset, String found, String wanted) {
    super("%s at offset %d: found %s, wanted %s".formatted(format, offset, found, wanted));
    this.offset = offset;
  }

  /// Where in the bytes reading stopped.
  public long offset() {
    return offset;
  }
}
