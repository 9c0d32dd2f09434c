package goku.format;

/// The bytes are ours and whole, yet contradict themselves.
public final class CorruptException extends FormatException {
  private static final long serialVersionUID = 1L;

  public CorruptException(String format, long offset, String found, String wanted) {
    super(format, offset, found, wanted);
  }
}
