package goku.root.opentsdb.expression;

import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.expression.Series;
import goku.root.expression.ValueBudget;
import goku.root.expression.function.FunctionCall;
import goku.root.expression.function.FunctionCallParser;
import goku.root.expression.language.ExpressionException;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.MetricExpression;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.language.SyntaxErrors;
import goku.root.opentsdb.query.QueryRequest;
import goku.root.opentsdb.query.QueryStringParser;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuids;
import java.util.ArrayList;
import java.util.List;

/// The handler of `/api/query/gexp`: functions of sub queries, in the parameters `exp`.
public final class GexpHandler implements HttpHandler {
  private final SeriesSource source;
  private final Tsuids tsuids;
  private final Dialect dialect;

  public GexpHandler(SeriesSource source, Tsuids tsuids, Dialect dialect) {
    this.tsuids = tsuids;
    this.source = source;
    this.dialect = dialect;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET");
    try {
      return answer(request);
    } catch (ExpressionException e) {
      throw ExpressionErrors.of(e);
    }
  }

  /// Answers the calls. They take their sub queries from the first of the request on, and those in
  /// the parameters `m` come before their own. OpenTSDB does the same.
  private HttpResponse answer(HttpRequest request) throws InterruptedException {
    List<FunctionCall> calls =
        request.parameters().getOrDefault("exp", List.of()).stream()
            .map(FunctionCallParser::parse)
            .toList();
    List<FunctionCall.Input> inputs =
        calls.stream().flatMap(call -> call.inputs().stream()).toList();
    QueryRequest query = SyntaxErrors.ofClient(dialect, () -> query(request, inputs));
    List<List<Series>> series =
        source.read(query, inputs.stream().map(FunctionCall.Input::earlierMillis).toList());
    var budget = ValueBudget.ofRequest(RequestCharge::hold);
    List<Series> results = new ArrayList<>();
    int from = 0;
    for (FunctionCall call : calls) {
      int to = from + call.inputs().size();
      results.addAll(call.evaluate(series.subList(from, to), budget));
      from = to;
    }
    return Json.answer(new GexpJson(query, results, tsuids)::writeTo);
  }

  private QueryRequest query(HttpRequest request, List<FunctionCall.Input> inputs) {
    List<SubQuery> subQueries =
        inputs.stream().map(input -> MetricExpression.parse(input.query(), dialect)).toList();
    return QueryStringParser.parse(request, subQueries, dialect);
  }
}
