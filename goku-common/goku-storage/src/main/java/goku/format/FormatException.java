package goku.format;

/// The failure to read bytes as the expected format. The message names the format, the offset, and
/// the found and the wanted content. The caller adds the source of the bytes.
public abstract sealed class FormatException extends RuntimeException
    permits NotOursException, OtherVersionException, TruncatedException, CorruptException {
  private static final long serialVersionUID = 1L;

  private final long offset;

  FormatException(String format, long offset, String found, String wanted) {
    super("%s at offset %d: found %s, wanted %s".formatted(format, offset, found, wanted));
    this.offset = offset;
  }

  /// Returns the offset at which reading stopped.
  public long offset() {
    return offset;
  }
}
