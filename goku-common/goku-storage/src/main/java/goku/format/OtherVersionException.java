package goku.format;

/// The bytes carry a version that this program does not read: a program of that version does.
public final class OtherVersionException extends FormatException {
  private static final long serialVersionUID = 1L;

  public OtherVersionException(String format, long offset, String found, String wanted) {
    super(format, offset, found, wanted);
  }
}
