package goku.root.opentsdb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpRequest;
import goku.query.RateOptions;
import goku.query.aggregator.Aggregator;
import goku.root.expression.Definition;
import goku.root.expression.language.ExpressionException;
import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.language.TimeText;
import goku.root.opentsdb.query.FilterJson;
import goku.root.opentsdb.query.QueryRequest;
import goku.root.opentsdb.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A parser of the body of a request to `/api/query/exp`. Unknown members are ignored. Invalid ones
/// throw `ExpressionException`.
final class ExpRequestParser {
  private static final Pattern ID = Pattern.compile("\\p{L}[\\p{L}\\p{Nd}]*");
  private static final QueryRequest.Form MILLISECONDS =
      new QueryRequest.Form(true, true, false, false, false, false, AnnotationChoice.NONE);

  private final JsonNode body;
  private final JsonNode time;
  private final String aggregator;
  private final Map<String, JsonNode> filters = new HashMap<>();
  private final Set<String> ids = new HashSet<>();

  private ExpRequestParser(JsonNode body) {
    this.body = body;
    JsonNode span = Json.inner(body, "time");
    if (span == null) {
      throw new ExpressionException("missing time: the request needs an object 'time'");
    }
    this.time = span;
    this.aggregator = required(span, "aggregator", "time");
  }

  static ExpRequest parse(HttpRequest request) {
    return new ExpRequestParser(Json.object(request)).parse();
  }

  private ExpRequest parse() {
    for (JsonNode filter : Json.list(body, "filters")) {
      String id = required(filter, "id", "a filter");
      if (filters.put(id, filter) != null) {
        throw new ExpressionException("duplicated filter id: " + id);
      }
    }
    List<ExpRequest.Metric> metrics = new ArrayList<>();
    List<SubQuery> queries = new ArrayList<>();
    for (JsonNode metric : Json.list(body, "metrics")) {
      String id = uniqueId(metric, "a metric");
      metrics.add(new ExpRequest.Metric(id, FillJson.read(metric, 0), offset(metric)));
      queries.add(subQuery(metric, id));
    }
    if (metrics.isEmpty()) {
      throw new ExpressionException("missing or empty metrics");
    }
    List<Definition> expressions = new ArrayList<>();
    for (JsonNode expression : Json.list(body, "expressions")) {
      expressions.add(DefinitionJson.read(expression, uniqueId(expression, "an expression")));
    }
    return new ExpRequest(
        query(queries), metrics, expressions, outputs(metrics, expressions), body);
  }

  private QueryRequest query(List<SubQuery> queries) {
    return new QueryRequest(
        required(time, "start", "time"),
        Json.text(time, "end"),
        Json.text(time, "timezone"),
        false,
        MILLISECONDS,
        false,
        queries);
  }

  private SubQuery subQuery(JsonNode metric, String id) {
    String own = Json.text(metric, "aggregator", "");
    String function = own.isEmpty() ? aggregator : own;
    if (Aggregator.named(function).isEmpty()) {
      throw new ExpressionException(
          "Invalid aggregator '%s' for the metric '%s'".formatted(function, id));
    }
    if (HistogramOptions.isAsked(metric)) {
      throw HistogramOptions.notHere("an expression");
    }
    JsonNode filter = filter(metric, id);
    return new SubQuery(
        function,
        required(metric, "metric", "the metric '%s'".formatted(id)),
        downsample(),
        Json.flag(time, "rate"),
        RateOptions.PLAIN,
        filter == null ? List.of() : tags(filter),
        filter != null && Json.flag(filter, "explicitTags"));
  }

  private @Nullable JsonNode filter(JsonNode metric, String id) {
    String name = Json.text(metric, "filter", "");
    JsonNode filter = filters.get(name);
    if (filter == null && !name.isEmpty()) {
      throw new ExpressionException("unrecognized filter id %s in metric %s".formatted(name, id));
    }
    return filter;
  }

  private static List<FilterSpec> tags(JsonNode filter) {
    List<FilterSpec> specs = new ArrayList<>();
    try {
      for (JsonNode tag : Json.list(filter, "tags")) {
        specs.add(FilterJson.read(tag));
      }
    } catch (IllegalArgumentException e) {
      throw Json.unreadable(String.valueOf(e.getMessage()));
    }
    return specs;
  }

  /// Checks the fill policy without using it, as OpenTSDB does: expressions fill by the policies of
  /// their metrics.
  private @Nullable String downsample() {
    JsonNode downsampler = Json.inner(time, "downsampler");
    if (downsampler == null) {
      return null;
    }
    FillJson.read(downsampler, 0);
    String interval = required(downsampler, "interval", "downsampler");
    return interval + "-" + required(downsampler, "aggregator", "downsampler");
  }

  private static long offset(JsonNode metric) {
    String text = Json.text(metric, "timeOffset", "");
    if (text.isEmpty()) {
      return 0;
    }
    if (!text.endsWith("-ago")) {
      throw new ExpressionException("timeOffset must be a time such as 1h-ago, not " + text);
    }
    // far enough from the epoch for any offset that makes sense
    Instant from = Instant.parse("9999-01-01T00:00:00Z");
    try {
      return from.toEpochMilli() - TimeText.parse(text, null, from);
    } catch (IllegalArgumentException e) {
      throw Json.unreadable(String.valueOf(e.getMessage()));
    }
  }

  private List<ExpRequest.Output> outputs(
      List<ExpRequest.Metric> metrics, List<Definition> expressions) {
    List<ExpRequest.Output> outputs = new ArrayList<>();
    for (JsonNode output : Json.list(body, "outputs")) {
      outputs.add(
          new ExpRequest.Output(required(output, "id", "an output"), Json.text(output, "alias")));
    }
    if (outputs.isEmpty() && expressions.isEmpty()) {
      metrics.forEach(metric -> outputs.add(new ExpRequest.Output(metric.id(), null)));
    } else if (outputs.isEmpty()) {
      expressions.forEach(one -> outputs.add(new ExpRequest.Output(one.id(), null)));
    }
    return outputs;
  }

  private String uniqueId(JsonNode owner, String what) {
    String id = required(owner, "id", what);
    if (!ID.matcher(id).matches()) {
      throw new ExpressionException(
          "Invalid id '%s' of %s: must begin with a letter and have only letters and digits"
              .formatted(id, what));
    }
    if (!ids.add(id)) {
      throw new ExpressionException("duplicated metric or expression id: " + id);
    }
    return id;
  }

  static String required(JsonNode owner, String member, String what) {
    String text = Json.text(owner, member, "");
    if (text.isEmpty()) {
      throw new ExpressionException("missing or empty '%s' of %s".formatted(member, what));
    }
    return text;
  }
}
