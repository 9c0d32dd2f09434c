package goku.codec.block;

/// The failure to decode a block that is corrupt or was written by a later version. The caller adds
/// the file or key of the block.
public final class CorruptBlockException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long offset;
  private final String found;
  private final String wanted;

  private CorruptBlockException(long offset, String found, String wanted) {
    super("cannot decode block at offset %d: found %s, wanted %s".formatted(offset, found, wanted));
    this.offset = offset;
    this.found = found;
    this.wanted = wanted;
  }

  static CorruptBlockException of(long at, String found, String wanted) {
    return new CorruptBlockException(at, found, wanted);
  }

  static CorruptBlockException unknownEncoding(int flags, long at) {
    return new CorruptBlockException(
        at,
        "a chunk of the unknown encoding %d".formatted(flags & ~BlockLayout.ESCAPE),
        "a known one; the block is corrupt, or a later version wrote it");
  }

  /// Returns the offset of the chunk in the segment.
  public long offset() {
    return offset;
  }

  /// Returns the content found at the offset.
  public String found() {
    return found;
  }

  /// Returns the content that a decoder expects there.
  public String wanted() {
    return wanted;
  }
}
