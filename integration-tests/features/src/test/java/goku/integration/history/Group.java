package goku.integration.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The datapoints of one metric, which always have the same value or are all deleted.
record Group(String metric, long startSeconds) {
  static final int HOSTS = 20;
  static final int TIMES = 5;

  /// Returns the datapoints as lines without `put`.
  List<String> lines(long value) {
    List<String> lines = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      for (int n = 0; n < TIMES; n++) {
        lines.add("%s %d %d host=h%d".formatted(metric, startSeconds + n, value, host));
      }
    }
    return lines;
  }

  /// Returns the answer to a query for all datapoints.
  Map<String, Map<Long, Double>> answer(long value) {
    Map<String, Map<Long, Double>> all = new HashMap<>();
    for (int host = 0; host < HOSTS; host++) {
      Map<Long, Double> points = new HashMap<>();
      for (int n = 0; n < TIMES; n++) {
        points.put((startSeconds + n) * 1000, (double) value);
      }
      all.put("host=h" + host, points);
    }
    return all;
  }
}
