package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Random requests of `/api/query/exp`.
final class ExpressionDraw {
  private final Draws draws;
  private final DrawnData data;

  ExpressionDraw(Draws draws, DrawnData data) {
    this.draws = draws;
    this.data = data;
  }

  ObjectNode post() {
    ObjectNode body = Requests.object();
    ObjectNode time = body.putObject("time");
    int start = draws.between(-600, DrawnData.SECONDS - 1200);
    time.put("start", "@{s:%d}".formatted(start));
    time.put("end", "@{s:%d}".formatted(draws.between(start + 60, DrawnData.SECONDS + 600)));
    time.put("aggregator", draws.of("sum", "avg", "max", "min", "count"));
    if (!draws.oneIn(4)) {
      ObjectNode downsampler = time.putObject("downsampler");
      downsampler.put("interval", draws.of("1m", "5m", "1h"));
      downsampler.put("aggregator", draws.of("avg", "sum", "max"));
    }
    ObjectNode filter = body.putArray("filters").addObject();
    filter.put("id", "f1");
    ObjectNode tag = filter.putArray("tags").addObject();
    tag.put("type", "wildcard");
    tag.put("tagk", draws.of("d.host", "d.dc"));
    tag.put("filter", draws.of("*", "d.w*"));
    tag.put("groupBy", draws.oneIn(2));
    ArrayNode metrics = body.putArray("metrics");
    metric(metrics, "a");
    metric(metrics, "b");
    ObjectNode expression = body.putArray("expressions").addObject();
    expression.put("id", "e");
    expression.put(
        "expr", draws.of("a + b", "a * b", "a - b", "a / (b + 1)", "2 * a", "(a + b) * 0.5"));
    if (draws.oneIn(2)) {
      ObjectNode join = expression.putObject("join");
      join.put("operator", draws.of("intersection", "union"));
      join.put("useQueryTags", draws.oneIn(2));
      join.put("includeAggTags", draws.oneIn(2));
    }
    if (draws.oneIn(3)) {
      body.putArray("outputs").addObject().put("id", draws.of("e", "a")).put("alias", "named");
    }
    return Requests.post("exp", "/api/query/exp", body);
  }

  private void metric(ArrayNode metrics, String id) {
    ObjectNode metric = metrics.addObject();
    metric.put("id", id);
    metric.put("metric", draws.of(data.metrics()));
    metric.put("filter", "f1");
    metric.putObject("fillPolicy").put("policy", draws.of("zero", "nan"));
  }
}
