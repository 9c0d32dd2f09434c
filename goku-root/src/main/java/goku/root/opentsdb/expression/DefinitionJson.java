package goku.root.opentsdb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.expression.Definition;
import goku.root.expression.Join;
import goku.root.expression.language.ExpressionException;
import goku.root.expression.language.ExpressionParser;
import goku.root.opentsdb.wire.Json;
import java.util.Locale;

/// An element of `expressions`: `{"id", "expr", "join", "fillPolicy"}`.
final class DefinitionJson {
  private DefinitionJson() {}

  static Definition read(JsonNode expression, String id) {
    String text =
        ExpRequestParser.required(expression, "expr", "the expression '%s'".formatted(id));
    return new Definition(
        id, ExpressionParser.parse(text), join(expression), FillJson.read(expression, Double.NaN));
  }

  private static Join join(JsonNode expression) {
    JsonNode join = Json.inner(expression, "join");
    if (join == null) {
      return Join.DEFAULT;
    }
    String operator = ExpRequestParser.required(join, "operator", "join");
    return new Join(
        switch (operator.toLowerCase(Locale.ROOT)) {
          case "union" -> Join.Operator.UNION;
          case "intersection" -> Join.Operator.INTERSECTION;
          default ->
              throw new ExpressionException(
                  "Unrecognized join operator: %s; must be union or intersection"
                      .formatted(operator));
        },
        Json.flag(join, "useQueryTags"),
        !join.hasNonNull("includeAggTags") || Json.flag(join, "includeAggTags"));
  }
}
