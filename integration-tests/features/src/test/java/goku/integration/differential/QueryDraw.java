package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Random requests of `/api/query`: the text form of GET and the JSON form of POST.
final class QueryDraw {
  private static final List<String> AGGREGATORS =
      List.of(
          "sum",
          "avg",
          "min",
          "max",
          "count",
          "dev",
          "zimsum",
          "mimmin",
          "mimmax",
          "none",
          "first",
          "last",
          "median",
          "p50",
          "p99",
          "ep90r3",
          "squareSum",
          "pfsum",
          "mult",
          "diff");

  private static final List<String> STEPS =
      List.of("30s", "1m", "5m", "7m", "10m", "1h", "2h", "90s", "1500ms", "0all", "1hc", "1dc");

  private static final List<String> STEP_AGGREGATORS =
      List.of(
          "avg", "sum", "min", "max", "count", "first", "last", "dev", "median", "p95", "zimsum");

  private static final int HOUR = 3600;

  /// The longest time between two datapoints without a gap, in seconds.
  private static final int LONGEST_PERIOD = 900;

  private final Draws draws;
  private final DrawnData data;
  private final FilterDraw filters;

  QueryDraw(Draws draws, DrawnData data) {
    this.draws = draws;
    this.data = data;
    filters = new FilterDraw(draws, data);
  }

  ObjectNode get() {
    ObjectNode request = Requests.get("query", "/api/query");
    time(request);
    for (int i = draws.oneIn(5) ? 2 : 1; i > 0; i--) {
      Requests.parameter(request, "m", draws.oneIn(10) ? explicitText() : text());
    }
    for (String flag : List.of("arrays", "ms", "show_query")) {
      if (draws.oneIn(6)) {
        Requests.flag(request, flag);
      }
    }
    return request;
  }

  /// Adds a random range.
  void time(ObjectNode request) {
    int start = start();
    Requests.parameter(request, "start", second(start));
    Requests.parameter(request, "end", second(end(start)));
  }

  private int start() {
    return draws.between(-1800, DrawnData.SECONDS - 600);
  }

  /// Returns the end of a range. OpenTSDB reads whole hours, so some ends are shortly before one.
  private int end(int start) {
    int end = draws.between(start + 1, DrawnData.SECONDS + 1800);
    int beforeHour = (end / HOUR + 1) * HOUR - draws.between(1, LONGEST_PERIOD);
    return draws.oneIn(3) && beforeHour > start ? beforeHour : end;
  }

  private String second(int at) {
    return draws.of("@{s:%d}", "@{ms:%d}", "@{date:%d}").formatted(at);
  }

  /// Returns a sub query in the form of `m=`.
  String text() {
    return text(draws.oneIn(3) ? rateText() : "", filters.text());
  }

  /// Returns a sub query in the form of `m=` whose filters name values or `*`, and whose rate has
  /// no options.
  String plainText() {
    return text(draws.oneIn(3) ? "rate" : "", filters.plainText());
  }

  /// Returns a sub query that joins all series with all keys. Only such queries find series by
  /// explicit tags that end at different times.
  private String explicitText() {
    return String.join(
        ":", draws.of("sum", "avg", "max", "dev"), "explicit_tags", metric() + filters.allKeys());
  }

  private String text(String rate, String filters) {
    var text = new StringBuilder(draws.of(AGGREGATORS));
    if (!rate.isEmpty()) {
      text.append(':').append(rate);
    }
    if (!draws.oneIn(3)) {
      text.append(':').append(downsample());
    }
    if (draws.oneIn(5)) {
      text.append(":explicit_tags");
    }
    return text.append(':').append(metric()).append(filters).toString();
  }

  private String rateText() {
    return draws.of(
        "rate",
        "rate{counter}",
        "rate{counter,1000}",
        "rate{counter,1000,50}",
        "rate{counter,,5}",
        "rate{dropcounter}");
  }

  String downsample() {
    String text = draws.of(STEPS) + "-" + draws.of(STEP_AGGREGATORS);
    return draws.oneIn(3) ? text + "-" + draws.of("none", "nan", "null", "zero") : text;
  }

  String metric() {
    return draws.oneIn(40) ? "no.such.metric" : draws.of(data.metrics());
  }

  ObjectNode post() {
    ObjectNode body = Requests.object();
    int start = start();
    body.put("start", second(start));
    body.put("end", second(end(start)));
    if (draws.oneIn(6)) {
      body.put("msResolution", true);
    }
    if (draws.oneIn(6)) {
      body.put("showQuery", true);
    }
    if (draws.oneIn(8)) {
      body.put("timezone", draws.of("Europe/Berlin", "America/St_Johns", "Asia/Kolkata"));
      body.put("useCalendar", draws.oneIn(2));
    }
    ArrayNode queries = body.putArray("queries");
    for (int i = draws.oneIn(4) ? 2 : 1; i > 0; i--) {
      queries.add(subQuery());
    }
    ObjectNode request = Requests.post("query", "/api/query", body);
    if (draws.oneIn(8)) {
      Requests.flag(request, "arrays");
    }
    return request;
  }

  private ObjectNode subQuery() {
    ObjectNode query = Requests.object();
    query.put("metric", metric());
    query.put("aggregator", draws.oneIn(60) ? draws.of("", "nope") : draws.of(AGGREGATORS));
    if (!draws.oneIn(3)) {
      query.put("downsample", draws.oneIn(40) ? draws.of("1m", "1m-", "x-avg") : downsample());
    }
    if (draws.oneIn(3)) {
      query.put("rate", true);
      if (draws.oneIn(2)) {
        ObjectNode options = query.putObject("rateOptions");
        options.put("counter", draws.oneIn(2));
        options.put("dropResets", draws.oneIn(3));
        if (draws.oneIn(2)) {
          options.put("counterMax", 1000);
          options.put("resetValue", draws.between(0, 50));
        }
      }
    }
    if (draws.oneIn(5)) {
      query.put("explicitTags", true);
    }
    if (draws.oneIn(4)) {
      query.set("tags", filters.tags());
    } else {
      query.set("filters", filters.json());
    }
    return query;
  }
}
