package goku.root.opentsdb.expression;

import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.expression.AlignedSeries;
import goku.root.expression.ExpressionSet;
import goku.root.expression.Operand;
import goku.root.expression.Series;
import goku.root.expression.ValueBudget;
import goku.root.expression.language.ExpressionException;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.language.SubQueryLimit;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The handler of `/api/query/exp`: arithmetic over the results of several sub queries.
public final class ExpHandler implements HttpHandler {
  private final SeriesSource source;
  private final SubQueryLimit limit;
  private final boolean strict;

  /// @param limit the limit of metrics, of expressions and of outputs
  /// @param strict whether to answer as OpenTSDB where that is worse for the user
  public ExpHandler(SeriesSource source, SubQueryLimit limit, boolean strict) {
    this.source = source;
    this.limit = limit;
    this.strict = strict;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "POST");
    try {
      return answer(ExpRequestParser.parse(request));
    } catch (ExpressionException e) {
      throw ExpressionErrors.of(e);
    }
  }

  private HttpResponse answer(ExpRequest request) throws InterruptedException {
    limit.check(request.expressions().size(), "expressions");
    limit.check(request.outputs().size(), "outputs");
    Set<String> ids =
        request.metrics().stream().map(ExpRequest.Metric::id).collect(Collectors.toSet());
    var expressions = new ExpressionSet(request.expressions(), ids);
    var budget = ValueBudget.ofRequest(RequestCharge::hold);
    List<Operand> operands = operands(request, budget);
    Map<String, AlignedSeries> results = expressions.evaluate(operands, budget);
    List<ExpJson.Table> tables = new ArrayList<>();
    for (ExpRequest.Output output : request.outputs()) {
      AlignedSeries result = results.get(output.id());
      if (result != null) {
        tables.add(new ExpJson.Table(output, result));
      }
      for (Operand operand : operands) {
        if (operand.id().equals(output.id())) {
          var table = AlignedSeries.of(operand.series(), operand.fill(), budget);
          tables.add(new ExpJson.Table(output, table));
        }
      }
    }
    return Json.answer(new ExpJson(request, tables, strict)::writeTo);
  }

  private static Series later(Series series, long millis, ValueBudget budget) {
    if (millis == 0) {
      return series;
    }
    budget.use(series.points().size());
    return series.with(series.points().later(millis));
  }

  private List<Operand> operands(ExpRequest request, ValueBudget budget)
      throws InterruptedException {
    List<ExpRequest.Metric> metrics = request.metrics();
    List<List<Series>> series =
        source.read(
            request.query(), metrics.stream().map(ExpRequest.Metric::offsetMillis).toList());
    List<Operand> operands = new ArrayList<>();
    for (int i = 0; i < metrics.size(); i++) {
      ExpRequest.Metric metric = metrics.get(i);
      List<Series> shown =
          series.get(i).stream().map(one -> later(one, metric.offsetMillis(), budget)).toList();
      Set<String> queryTags =
          request.query().queries().get(i).filters().stream()
              .map(FilterSpec::tagk)
              .collect(Collectors.toSet());
      operands.add(new Operand(metric.id(), shown, queryTags, metric.fill()));
    }
    return operands;
  }
}
