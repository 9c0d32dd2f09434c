package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// Random requests of `/api/query/gexp`.
final class FunctionDraw {
  private final Draws draws;
  private final QueryDraw queries;

  FunctionDraw(Draws draws, QueryDraw queries) {
    this.draws = draws;
    this.queries = queries;
  }

  ObjectNode get() {
    ObjectNode request = Requests.get("query", "/api/query/gexp");
    queries.time(request);
    Requests.parameter(request, "exp", outermost());
    return request;
  }

  /// Returns a function. The choices of the highest series are outermost only, so that it can be
  /// seen in the answer what was highest. They choose from series that no function joins, because
  /// joins differ.
  private String outermost() {
    return draws.oneIn(4)
        ? "%s(scale(%s,%d),%d)"
            .formatted(
                draws.of("highestMax", "highestCurrent"),
                expression(0),
                draws.between(-3, 10),
                draws.between(1, 3))
        : expression(draws.between(1, 2));
  }

  private String expression(int depth) {
    if (depth == 0) {
      return draws.oneIn(8) ? queries.text() : queries.plainText();
    }
    String inner = expression(depth - 1);
    return switch (draws.between(0, 5)) {
      case 0 -> "scale(%s,%d)".formatted(inner, draws.between(-3, 10));
      case 1 -> "absolute(%s)".formatted(inner);
      case 2 -> "movingAverage(%s,%d)".formatted(inner, draws.between(1, 6));
      case 3 -> "movingAverage(%s,'%s')".formatted(inner, draws.of("5min", "1hr"));
      case 4 -> "sumSeries(%s,%s)".formatted(inner, expression(0));
      default ->
          "%s(%s,%s)"
              .formatted(
                  draws.of("diffSeries", "multiplySeries", "divideSeries"), inner, expression(0));
    };
  }
}
