package goku.ingest.parse;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A reader of the numbers of a histogram, which may be strings. Owned by one thread.
final class JsonNumbers {
  /// True if fractions of whole numbers are cut, as in OpenTSDB, instead of refused.
  private final boolean cuts;

  private long whole;
  private double number;

  JsonNumbers(boolean cuts) {
    this.cuts = cuts;
  }

  /// Returns the number of the last `readWhole` that returned null.
  long whole() {
    return whole;
  }

  /// Returns the number of the last `readNumber` that returned null.
  double number() {
    return number;
  }

  /// Reads a 64-bit integer; null and an empty string are 0, as in OpenTSDB. Returns null, or the
  /// reason for the rejection.
  @Nullable Rejection readWhole(JsonParser json, String field, JsonToken token) throws IOException {
    whole = 0;
    return switch (token) {
      case VALUE_NULL -> null;
      case VALUE_NUMBER_INT -> {
        if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
          yield wrong(field, json.getText() + ", wanted -2^63 to 2^63-1");
        }
        whole = json.getLongValue();
        yield null;
      }
      case VALUE_NUMBER_FLOAT -> cut(json.getDoubleValue(), field);
      case VALUE_STRING -> parse(json.getText().strip(), field);
      default -> structure(json, field, token);
    };
  }

  private @Nullable Rejection cut(double fraction, String field) {
    if (!(fraction >= Long.MIN_VALUE && fraction < -(double) Long.MIN_VALUE)) {
      return wrong(field, fraction + ", wanted -2^63 to 2^63-1");
    }
    whole = (long) fraction;
    return cuts || whole == fraction
        ? null
        : SentHistogram.invalid(
            Rejection.show(field), Double.toString(fraction), "must be a whole number");
  }

  private @Nullable Rejection parse(String text, String field) {
    try {
      whole = text.isEmpty() ? 0 : Long.parseLong(text);
      return null;
    } catch (NumberFormatException e) {
      return wrong(field, Rejection.show(text) + ", wanted -2^63 to 2^63-1");
    }
  }

  /// Reads a finite double. Returns null, or the reason for the rejection.
  @Nullable Rejection readNumber(JsonParser json, String field, JsonToken token)
      throws IOException {
    switch (token) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number = json.getDoubleValue();
      case VALUE_STRING -> {
        try {
          number = Double.parseDouble(json.getText());
        } catch (NumberFormatException e) {
          return wrong(field, Rejection.show(json.getText()) + ", wanted a number");
        }
      }
      default -> {
        return structure(json, field, token);
      }
    }
    return Double.isFinite(number)
        ? null
        : SentHistogram.invalid(field, Double.toString(number), "must be a finite number");
  }

  private static Rejection structure(JsonParser json, String field, JsonToken token)
      throws IOException {
    json.skipChildren();
    return wrong(field, token.toString());
  }

  private static Rejection wrong(String field, String found) {
    return ValueFields.wrongType(Rejection.show(field), found);
  }
}
