package goku.root.opentsdb.expression;

import goku.http.HttpError;
import goku.root.expression.TooLargeException;
import goku.root.expression.language.ExpressionException;

/// The error answers for expressions.
final class ExpressionErrors {
  private ExpressionErrors() {}

  static HttpError of(ExpressionException e) {
    String message = String.valueOf(e.getMessage());
    return new HttpError(e instanceof TooLargeException ? 413 : 400, message, message);
  }
}
