package goku.format;

/// The bytes do not begin with the magic of the format: they were never written by us.
public final class NotOursException extends FormatException {
  private static final long serialVersionUID = 1L;

  public NotOursException(String format, long offset, String found, String wanted) {
    super(format, offset, found, wanted);
  }
}
