package goku.root.annotation;

/// A change of annotations was not made, or it is not known whether it was. The message says why
/// and what to do.
public final class AnnotationRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// Why not.
  public enum Reason {
    /// There are as many annotations as there may be.
    FULL,
    TOO_LONG,
    /// Kafka did not take or return it in time; asking again later can help.
    UNAVAILABLE
  }

  private final Reason reason;

  AnnotationRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
