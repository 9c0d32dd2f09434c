package goku.benchmark.growth;

import java.util.List;

/// Measurements in Markdown.
final class GrowthTable {
  private GrowthTable() {}

  static String of(Growth growth, List<Measurement> measurements) {
    var table = new StringBuilder();
    table
        .append("| ")
        .append(growth.axis())
        .append(
            " | series | new series, datapoints/s | known series, datapoints/s | CPU s a million |"
                + " resident bytes a series | one host, at most 1 h, p50 / p99 ms | at most 12 h |"
                + " all hosts |\n")
        .append("| --- ".repeat(9))
        .append("|\n");
    measurements.forEach(one -> table.append(row(one)).append('\n'));
    return table.toString();
  }

  static String row(Measurement one) {
    return "| %,d | %,d | %,.0f | %,.0f | %.2f | %,.0f | %s | %s | %s |"
        .formatted(
            one.step().size(),
            one.step().series(),
            one.firstPerSecond(),
            one.perSecond(),
            one.cpuSeconds(),
            one.bytesOfASeries(),
            latencies(one, 0),
            latencies(one, 1),
            latencies(one, 2));
  }

  private static String latencies(Measurement one, int type) {
    return "%.2f / %.2f".formatted(one.latency(type, "p50"), one.latency(type, "p99"));
  }
}
