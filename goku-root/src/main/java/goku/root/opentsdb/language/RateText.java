package goku.root.opentsdb.language;

import goku.http.HttpError;
import goku.query.RateOptions;
import java.math.BigInteger;

/// A parser of `rate{[drop]counter[,max[,reset]]}` in a query string.
final class RateText {
  private RateText() {}

  static RateOptions parse(String text) {
    int open = text.indexOf('{');
    if (!text.endsWith("}")) {
      throw new HttpError(400, "Invalid rate options specification: " + text);
    }
    String[] parts = text.substring(open + 1, text.length() - 1).split(",", -1);
    if (parts.length > 3) {
      throw new HttpError(
          400,
          "Incorrect number of values in rate options specification, must be counter[,counter max"
              + " value,reset value], received: %d parts".formatted(parts.length));
    }
    return new RateOptions(
        parts[0].endsWith("counter"),
        number(parts, 1, "Max value of counter", RateOptions.DEFAULT_COUNTER_MAX),
        number(parts, 2, "Reset value of counter", 0),
        parts[0].equals("dropcounter"));
  }

  private static double number(String[] parts, int i, String name, double byDefault) {
    if (parts.length <= i || parts[i].isEmpty()) {
      return byDefault;
    }
    try {
      return new BigInteger(parts[i]).doubleValue();
    } catch (NumberFormatException e) {
      throw new HttpError(
          400, "%s was not a number, received '%s'".formatted(name, parts[i]), e.getMessage());
    }
  }
}
