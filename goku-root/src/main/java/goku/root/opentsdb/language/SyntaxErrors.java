package goku.root.opentsdb.language;

import goku.http.HttpError;
import java.util.function.Supplier;

/// The status of malformed text in a query string. OpenTSDB answers 500, which lets clients and
/// alerts believe that the server is broken.
public final class SyntaxErrors {
  private SyntaxErrors() {}

  /// Returns what the parser returns. Its errors 500 become errors 400, unless strict.
  public static <T> T ofClient(Dialect dialect, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (HttpError e) {
      throw e.status() == 500 && !dialect.strict()
          ? new HttpError(400, String.valueOf(e.getMessage()), e.details())
          : e;
    }
  }
}
