package goku.format;

/// The failure to read bytes without the magic of the format. Goku never wrote them.
public final class NotOursException extends FormatException {
  private static final long serialVersionUID = 1L;

  public NotOursException(String format, long offset, String found, String wanted) {
    super(format, offset, found, wanted);
  }
}
