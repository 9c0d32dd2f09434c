package goku.format;

/// The failure to read bytes of a version that this program does not support.
public final class OtherVersionException extends FormatException {
  private static final long serialVersionUID = 1L;

  public OtherVersionException(String format, long offset, String found, String wanted) {
    super(format, offset, found, wanted);
  }
}
