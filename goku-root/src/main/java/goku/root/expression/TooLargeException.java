package goku.root.expression;

import goku.root.expression.language.ExpressionException;

/// A result that would need more memory than a request may have; the message names the limit.
public final class TooLargeException extends ExpressionException {
  private static final long serialVersionUID = 1L;

  TooLargeException(String message) {
    super(message);
  }
}
