package goku.root.expression.language;

/// An exception for an invalid expression, or one without a result for its series. The message
/// tells the place.
public class ExpressionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ExpressionException(String message) {
    super(message);
  }
}
