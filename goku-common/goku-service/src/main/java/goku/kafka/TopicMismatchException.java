package goku.kafka;

/// A topic is there, but not as the configuration wants it; the message says what to do.
public final class TopicMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TopicMismatchException(String message) {
    super(message);
  }
}
