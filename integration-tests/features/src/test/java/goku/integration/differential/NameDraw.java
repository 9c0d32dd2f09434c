package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/// Random requests of `/api/suggest`, `/api/search/lookup`, `/api/query/last` and
/// `/api/uid/assign`.
final class NameDraw {
  private final Draws draws;
  private final DrawnData data;

  NameDraw(Draws draws, DrawnData data) {
    this.draws = draws;
    this.data = data;
  }

  /// Returns a request whose prefix only names of the data have.
  ObjectNode suggest() {
    ObjectNode request = Requests.get("json", "/api/suggest");
    Requests.parameter(request, "type", draws.oneIn(30) ? "nope" : "metrics");
    String metric = draws.of(data.metrics());
    int dot = metric.indexOf('.');
    Requests.parameter(request, "q", metric.substring(0, draws.between(dot + 1, metric.length())));
    if (draws.oneIn(2)) {
      Requests.parameter(request, "max", draws.of("1", "2", "100"));
    }
    return request;
  }

  ObjectNode lookup() {
    ObjectNode request = Requests.get("lookup", "/api/search/lookup");
    String metric = draws.oneIn(20) ? "no.such.metric" : draws.of(data.metrics());
    Requests.parameter(request, "m", metric + tags(draws.between(0, 2), true));
    if (draws.oneIn(4)) {
      Requests.parameter(request, "limit", "100");
    }
    return request;
  }

  ObjectNode last() {
    ObjectNode request = Requests.get("last", "/api/query/last");
    Requests.parameter(request, "timeseries", series());
    Requests.parameter(request, "back_scan", "@{hours:0}");
    if (draws.oneIn(2)) {
      Requests.flag(request, "resolve");
    }
    return request;
  }

  /// Returns a request about names in use, which both servers refuse: Goku stores no other names.
  ObjectNode assign() {
    ObjectNode request = Requests.get("structure", "/api/uid/assign");
    var point = draws.of(data.points());
    if (draws.oneIn(2)) {
      Requests.parameter(request, "metric", point.metric());
    }
    if (draws.oneIn(2)) {
      Requests.parameter(request, "tagk", String.join(",", point.tags().keySet()));
    }
    if (draws.oneIn(2)) {
      Requests.parameter(request, "tagv", String.join(",", point.tags().values()));
    }
    return request;
  }

  private String series() {
    var point = draws.of(data.points());
    return draws.oneIn(10) ? point.metric() + tags(1, false) : point.series();
  }

  private String tags(int count, boolean mayBeAny) {
    List<String> keys = draws.some(List.copyOf(data.values().keySet()), count);
    String tags =
        keys.stream()
            .map(
                key ->
                    key
                        + "="
                        + (mayBeAny && draws.oneIn(2)
                            ? "*"
                            : draws.of(data.values().getOrDefault(key, List.of("x")))))
            .collect(Collectors.joining(","));
    return tags.isEmpty() ? "" : "{" + tags + "}";
  }
}
