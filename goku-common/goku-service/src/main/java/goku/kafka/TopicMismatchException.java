package goku.kafka;

/// The error that a topic exists, but not as configured. The message gives the remedy.
public final class TopicMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TopicMismatchException(String message) {
    super(message);
  }
}
