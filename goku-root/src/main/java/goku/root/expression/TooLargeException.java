package goku.root.expression;

import goku.root.expression.language.ExpressionException;

/// An exception for a result that exceeds the memory limit of a request. The message names the
/// limit.
public final class TooLargeException extends ExpressionException {
  private static final long serialVersionUID = 1L;

  TooLargeException(String message) {
    super(message);
  }
}
