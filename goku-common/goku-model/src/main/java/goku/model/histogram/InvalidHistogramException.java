package goku.model.histogram;

/// Thrown for bytes or numbers that are no histogram.
public final class InvalidHistogramException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public InvalidHistogramException(String problem) {
    super("invalid histogram: " + problem);
  }
}
