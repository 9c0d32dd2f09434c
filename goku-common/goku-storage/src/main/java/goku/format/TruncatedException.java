package goku.format;

/// The failure to read bytes that end early.
public final class TruncatedException extends FormatException {
  private static final long serialVersionUID = 1L;

  public TruncatedException(String format, long offset, String found, String wanted) {
    super(format, offset, found, wanted);
  }
}
