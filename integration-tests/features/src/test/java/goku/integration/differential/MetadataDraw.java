package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.root.conformance.corpus.DataSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Random requests about the metadata of a few names and series. The first ones replace what
/// earlier runs wrote of the series: after a DELETE OpenTSDB knows a series no longer.
final class MetadataDraw {
  private static final int SERIES = 3;

  private final Draws draws;
  private final List<String> names;
  private final List<String> series;
  private final Deque<String> unknownSeries;

  MetadataDraw(Draws draws, DrawnData data) {
    this.draws = draws;
    names =
        List.of(
            "metric=" + data.metrics().getFirst(),
            "metric=" + data.metrics().getLast(),
            "tagk=d.host",
            "tagv=d.web01");
    series = data.points().stream().map(DataSet.Point::series).distinct().limit(SERIES).toList();
    unknownSeries = new ArrayDeque<>(series);
  }

  ObjectNode ofName() {
    return aboutName(
        draws.of("GET", "GET", "GET", "POST", "POST", "PUT", "DELETE"), draws.of(names));
  }

  private ObjectNode aboutName(String method, String name) {
    String type = name.substring(0, name.indexOf('='));
    String uid = "@{uid:" + name + "}";
    if (method.equals("GET")) {
      ObjectNode request = Requests.get("metadata", "/api/uid/uidmeta");
      Requests.parameter(request, "uid", uid);
      Requests.parameter(request, "type", draws.oneIn(20) ? "nope" : type);
      return request;
    }
    ObjectNode body = Requests.object().put("uid", uid).put("type", type);
    if (method.startsWith("P")) {
      write(body);
    }
    return Requests.post("metadata", "/api/uid/uidmeta", body).put("method", method);
  }

  ObjectNode ofSeries() {
    if (!unknownSeries.isEmpty()) {
      ObjectNode all = Requests.object().put("tsuid", "@{tsuid:" + unknownSeries.remove() + "}");
      all.put("description", "first").put("notes", "first").put("units", "first");
      return Requests.post("metadata", "/api/uid/tsmeta", all).put("method", "PUT");
    }
    String tsuid = "@{tsuid:" + draws.of(series) + "}";
    String method = draws.of("GET", "GET", "POST", "PUT");
    if (method.equals("GET")) {
      ObjectNode request = Requests.get("metadata", "/api/uid/tsmeta");
      Requests.parameter(request, "tsuid", tsuid);
      return request;
    }
    ObjectNode body = Requests.object().put("tsuid", tsuid);
    write(body);
    if (draws.oneIn(3)) {
      body.put("units", draws.of("ms", "requests"));
    }
    if (draws.oneIn(3)) {
      body.put("retention", draws.between(1, 90));
    }
    return Requests.post("metadata", "/api/uid/tsmeta", body).put("method", method);
  }

  private void write(ObjectNode body) {
    if (draws.oneIn(2)) {
      body.put("description", draws.of("by hand", "ü \"x\"", ""));
    }
    if (draws.oneIn(2)) {
      body.put("notes", draws.of("a\nb", "n"));
    }
    if (draws.oneIn(3)) {
      body.put("displayName", draws.of("CPU", "Memory"));
    }
    if (draws.oneIn(4)) {
      body.putObject("custom").put(draws.of("owner", "ticket"), draws.of("web", "1"));
    }
  }
}
