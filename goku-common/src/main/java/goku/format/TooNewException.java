package goku.format;

/// The bytes carry a version that this program does not know yet: read them with a newer one.
public final class TooNewException extends FormatException {
  private static final long serialVersionUID = 1L;

  public TooNewException(String format, long offset, String found, String wanted) {
    super(format, offset, found, wanted);
  }
}
