package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Random histograms of a seed: one metric, whose series share ranges, mostly every minute. All
/// histograms have all ranges, of which some are empty: OpenTSDB shows only the ranges of the first
/// histogram of an answer.
///
/// @param metric the metric, which begins with the seed
/// @param datapoints the histograms as `/api/histogram` takes them
record DrawnHistograms(String metric, List<ObjectNode> datapoints) {
  private static final List<String> RANGES =
      List.of("0,1", "1,2.5", "2.5,5", "5,10", "10,25", "25,100");

  private static final int MINUTES = 60;

  /// @param values the values of each tag key
  /// @param startSeconds the begin of the data
  static DrawnHistograms of(long seed, Map<String, List<String>> values, long startSeconds) {
    var draws = new Draws(seed + 1_000_000);
    String metric = "d%d.latency".formatted(seed);
    List<ObjectNode> datapoints = new ArrayList<>();
    List<String> hosts = values.getOrDefault("d.host", List.of());
    for (String host : draws.some(hosts, draws.between(2, 4))) {
      String dc = draws.of(values.getOrDefault("d.dc", List.of()));
      int from = draws.oneIn(3) ? draws.between(0, MINUTES / 2) : 0;
      for (int minute = from; minute < MINUTES; minute++) {
        if (!draws.oneIn(10)) {
          ObjectNode histogram = histogram(draws, metric, startSeconds + minute * 60L);
          histogram.putObject("tags").put("d.host", host).put("d.dc", dc);
          datapoints.add(histogram);
        }
      }
    }
    return new DrawnHistograms(metric, datapoints);
  }

  /// Returns a histogram without tags, with at least one count.
  static ObjectNode histogram(Draws draws, String metric, long timestamp) {
    ObjectNode histogram = Requests.object();
    histogram.put("metric", metric);
    histogram.put("timestamp", timestamp);
    ObjectNode ranges = histogram.putObject("buckets");
    for (String range : RANGES) {
      ranges.put(range, draws.oneIn(3) ? 0 : draws.between(1, 500));
    }
    ranges.put(draws.of(RANGES), draws.between(1, 500));
    histogram.put("underflow", draws.oneIn(3) ? draws.between(0, 20) : 0);
    histogram.put("overflow", draws.oneIn(3) ? draws.between(0, 20) : 0);
    return histogram;
  }
}
