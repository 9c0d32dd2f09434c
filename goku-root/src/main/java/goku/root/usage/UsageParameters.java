package goku.root.usage;

import goku.http.HttpError;
import goku.http.HttpRequest;

/// The parser of the parameters of usage requests.
final class UsageParameters {
  static final int MAX = 10_000;

  private UsageParameters() {}

  static String prefix(HttpRequest request) {
    return request.parameter("prefix").orElse("");
  }

  /// Returns the requested number of entries.
  static int n(HttpRequest request, int byDefault) {
    return number(request, "n", byDefault, MAX);
  }

  static int number(HttpRequest request, String name, int byDefault, int max) {
    String text = request.parameter(name).orElse("");
    try {
      int number = text.isEmpty() ? byDefault : Integer.parseInt(text);
      if (number >= 1 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // rejected below
    }
    throw new HttpError(
        400,
        "Invalid '%s' parameter: %s; must be a number from 1 to %d".formatted(name, text, max));
  }

  static String required(HttpRequest request, String name) {
    return request
        .parameter(name)
        .filter(text -> !text.isEmpty())
        .orElseThrow(() -> new HttpError(400, "Missing parameter '%s'".formatted(name)));
  }
}
