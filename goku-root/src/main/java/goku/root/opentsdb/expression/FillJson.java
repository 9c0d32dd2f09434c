package goku.root.opentsdb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.expression.language.ExpressionException;
import goku.root.opentsdb.wire.Json;
import java.util.Locale;

/// The member `fillPolicy` of a metric or an expression: `{"policy": "scalar", "value": 1.5}`.
final class FillJson {
  private FillJson() {}

  /// Returns the fill value; NaN for `none`, `nan` and `null`.
  static double read(JsonNode owner, double byDefault) {
    JsonNode fill = Json.inner(owner, "fillPolicy");
    if (fill == null) {
      return byDefault;
    }
    double value = Json.number(fill, "value", 0);
    String policy = Json.text(fill, "policy", "scalar");
    double filled =
        switch (policy.toLowerCase(Locale.ROOT)) {
          case "scalar" -> value;
          case "zero" -> 0;
          case "none", "nan", "null" -> Double.NaN;
          default ->
              throw new ExpressionException(
                  "Unrecognized fill policy: %s; must be none, nan, null, zero or scalar"
                      .formatted(policy));
        };
    if (value != 0 && Double.compare(value, filled) != 0) {
      throw new ExpressionException(
          "The fill policy %s cannot have the value %s; only scalar has a value"
              .formatted(policy, value));
    }
    return filled;
  }
}
