package goku.root.expression.language;

/// An expression that means nothing, or that its series leave without a result; the message says
/// where.
public class ExpressionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ExpressionException(String message) {
    super(message);
  }
}
