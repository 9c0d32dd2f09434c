package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Random requests of `/api/put` to a metric that no query reads. Some datapoints are bad.
final class PutDraw {
  private final Draws draws;
  private final String metric;

  PutDraw(Draws draws, long seed) {
    this.draws = draws;
    metric = "w%d.put".formatted(seed);
  }

  ObjectNode post() {
    ArrayNode points = Requests.array();
    for (int i = draws.between(1, 4); i > 0; i--) {
      points.add(point());
    }
    ObjectNode request = Requests.get("put", "/api/put");
    request.put("method", "POST");
    request.set("body", draws.oneIn(5) ? points.get(0) : points);
    Requests.flag(request, draws.of("details", "summary", "details"));
    return request;
  }

  private ObjectNode point() {
    ObjectNode point = Requests.object();
    point.put("metric", draws.oneIn(15) ? draws.of("", "a b", "ü$") : metric);
    String time = "@n{s:%d}".formatted(draws.between(0, DrawnData.SECONDS));
    point.put("timestamp", draws.oneIn(15) ? draws.of("", "now", "-5", "1e3") : time);
    switch (draws.between(0, 5)) {
      case 0 -> point.put("value", draws.between(-100, 100));
      case 1 -> point.put("value", draws.between(-100, 100) / 8.0);
      case 2 -> point.put("value", draws.of("1", "-2.5", "1e3", "+4"));
      case 3 -> point.put("value", draws.of("", "x", "1,5", "0x1", "1 2", "--1"));
      default -> point.put("value", draws.between(0, 9));
    }
    ObjectNode tags = point.putObject("tags");
    if (!draws.oneIn(15)) {
      tags.put("host", draws.oneIn(15) ? draws.of("", "a b", "x=y") : "web01");
    }
    return point;
  }
}
