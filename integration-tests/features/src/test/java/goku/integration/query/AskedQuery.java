package goku.integration.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.HttpRequest;
import goku.integration.reference.Downsampling;
import goku.integration.reference.Filter;
import goku.integration.reference.Rate;
import goku.integration.reference.Request;
import goku.integration.reference.SubQuery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A request in the words of OpenTSDB's API.
///
/// @param body whether it goes in the body of a POST; where not, zones are UTC
public record AskedQuery(Request request, boolean milliseconds, boolean arrays, boolean body) {

  public HttpRequest http() {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (arrays) {
      parameters.put("arrays", List.of(""));
    }
    if (body) {
      return new HttpRequest(
          "POST",
          "/api/query",
          parameters,
          Map.of(),
          new QueryBody(this).text().getBytes(UTF_8),
          "");
    }
    if (milliseconds) {
      parameters.put("ms", List.of(""));
    }
    parameters.put("start", List.of(time(request.startMillis())));
    parameters.put("end", List.of(time(request.endMillis())));
    parameters.put("m", request.queries().stream().map(AskedQuery::expression).toList());
    return new HttpRequest("GET", "/api/query", parameters, Map.of(), new byte[0], "");
  }

  AskedQuery with(Request changed) {
    return new AskedQuery(changed, milliseconds, arrays, body);
  }

  /// Returns the time in seconds, if possible.
  static String time(long millis) {
    return Long.toString(millis % 1000 == 0 ? millis / 1000 : millis);
  }

  private static String expression(SubQuery query) {
    var text = new StringBuilder(query.aggregator()).append(':');
    Rate rate = query.rate();
    if (rate != null) {
      text.append(rate(rate)).append(':');
    }
    Downsampling downsampling = query.downsampling();
    if (downsampling != null) {
      text.append(interval(downsampling)).append(':');
    }
    if (query.explicitTags()) {
      text.append("explicit_tags:");
    }
    text.append(query.metric());
    if (!query.filters().isEmpty()) {
      text.append('{')
          .append(tags(query, true))
          .append("}{")
          .append(tags(query, false))
          .append('}');
    }
    return text.toString();
  }

  static String interval(Downsampling downsampling) {
    return downsampling.count()
        + downsampling.unit()
        + (downsampling.calendar() ? "c-" : "-")
        + downsampling.function()
        + (downsampling.fill().equals("none") ? "" : "-" + downsampling.fill());
  }

  private static String rate(Rate rate) {
    if (!rate.counter()) {
      return "rate";
    }
    String max = rate.counterMax() == Rate.DEFAULT_MAX ? "" : "%.0f".formatted(rate.counterMax());
    String reset = rate.resetValue() == 0 ? "" : ",%.0f".formatted(rate.resetValue());
    String options = max.isEmpty() && reset.isEmpty() ? "" : "," + max + reset;
    return "rate{%scounter%s}".formatted(rate.dropResets() ? "drop" : "", options);
  }

  private static String tags(SubQuery query, boolean groupBy) {
    return query.filters().stream()
        .filter(filter -> filter.groupBy() == groupBy)
        .map(AskedQuery::tag)
        .collect(Collectors.joining(","));
  }

  /// Some in the short form.
  private static String tag(Filter filter) {
    boolean isShort = filter.text().length() % 2 == 0;
    boolean canBeShort = filter.type().equals("literal_or") || filter.type().equals("iwildcard");
    return isShort && canBeShort
        ? filter.key() + "=" + filter.text()
        : "%s=%s(%s)".formatted(filter.key(), filter.type(), filter.text());
  }

  @Override
  public String toString() {
    HttpRequest http = http();
    return http.method()
        + " "
        + http.path()
        + " "
        + http.parameters()
        + " "
        + new String(http.body(), UTF_8);
  }
}
