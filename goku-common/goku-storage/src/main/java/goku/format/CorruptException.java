package goku.format;

/// The failure to read complete bytes of the format whose content is contradictory.
public final class CorruptException extends FormatException {
  private static final long serialVersionUID = 1L;

  public CorruptException(String format, long offset, String found, String wanted) {
    super(format, offset, found, wanted);
  }
}
