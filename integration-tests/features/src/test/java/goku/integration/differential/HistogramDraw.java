package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/// Random requests about histograms: queries of percentiles and of counts, and writes to a metric
/// that no query reads.
final class HistogramDraw {
  private static final List<String> STEPS = List.of("1m", "5m", "7m", "10m", "1h");
  private static final List<String> PERCENTILES = List.of("50", "75", "90", "95", "99", "99.9");

  private final Draws draws;
  private final DrawnData data;
  private final FilterDraw filters;
  private final String written;

  HistogramDraw(Draws draws, DrawnData data, long seed) {
    this.draws = draws;
    this.data = data;
    filters = new FilterDraw(draws, data);
    written = "w%d.histogram".formatted(seed);
  }

  /// Returns a query that begins before the data, and ends on a whole minute.
  ObjectNode query() {
    ObjectNode request = Requests.get("query", "/api/query");
    Requests.parameter(request, "start", "@{s:%d}".formatted(-60 * draws.between(1, 30)));
    Requests.parameter(request, "end", "@{s:%d}".formatted(60 * draws.between(40, 90)));
    Requests.parameter(request, "m", text());
    return request;
  }

  private String text() {
    var text =
        new StringBuilder(draws.oneIn(15) ? draws.of("avg", "max") : draws.of("sum", "none"));
    if (draws.oneIn(2)) {
      text.append(':').append(draws.of(STEPS)).append("-sum");
    }
    boolean showsCounts = draws.oneIn(3);
    if (!showsCounts || draws.oneIn(2)) {
      text.append(":percentiles[").append(percentiles()).append(']');
    }
    if (showsCounts) {
      text.append(":show-histogram-buckets");
    }
    String metric = draws.oneIn(10) ? draws.of(data.metrics()) : data.histograms().metric();
    return text.append(':').append(metric).append(filters.plainText()).toString();
  }

  private String percentiles() {
    return draws.some(PERCENTILES, draws.between(1, 3)).stream().collect(Collectors.joining(","));
  }

  ObjectNode write() {
    ArrayNode histograms = Requests.array();
    for (int i = draws.between(1, 3); i > 0; i--) {
      histograms.add(histogram());
    }
    ObjectNode request = Requests.get("put", "/api/histogram");
    request.put("method", "POST");
    request.set("body", draws.oneIn(4) ? histograms.get(0) : histograms);
    Requests.flag(request, draws.of("details", "summary"));
    return request;
  }

  /// Returns a histogram, sometimes a bad one.
  private ObjectNode histogram() {
    ObjectNode histogram = DrawnHistograms.histogram(draws, written, 0);
    histogram.put("timestamp", "@n{s:%d}".formatted(draws.between(0, DrawnData.SECONDS)));
    histogram.putObject("tags").put("host", "web01");
    switch (draws.between(0, 19)) {
      case 0 -> histogram.put("metric", draws.of("", "a b"));
      case 1 -> histogram.remove("buckets");
      case 2 -> histogram.putObject("buckets").put(draws.of("x,y", "5", "2,1"), 3);
      case 3 -> histogram.put("id", draws.between(0, 41));
      case 4 -> histogram.put("timestamp", draws.of("", "-5"));
      default -> {}
    }
    return histogram;
  }
}
