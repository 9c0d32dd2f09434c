package goku.model.histogram;

/// Thrown for bytes or numbers that are no histogram, and for histograms that cannot be merged.
public final class InvalidHistogramException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String problem;

  public InvalidHistogramException(String problem) {
    super("invalid histogram: " + problem);
    this.problem = problem;
  }

  /// Returns the problem without the word histogram.
  public String problem() {
    return problem;
  }
}
