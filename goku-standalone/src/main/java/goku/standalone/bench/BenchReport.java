package goku.standalone.bench;

import goku.standalone.bench.ask.LatencySummary;
import java.io.PrintWriter;

/// A result as tables of text.
final class BenchReport {
  private BenchReport() {}

  static void print(BenchResult result, PrintWriter out) {
    out.printf(
        "%,d hosts, %,d series, %,d readings%n",
        result.hosts(), result.series(), result.readings());
    if (result.load() != null) {
      print(result.load(), result.series(), out);
    }
    if (!result.queries().isEmpty()) {
      out.printf(
          "%n%-24s %8s %10s %10s %10s %10s %10s%n",
          "query, ms", "count", "mean", "p50", "p95", "p99", "most");
    }
    for (LatencySummary one : result.queries()) {
      out.printf(
          "%-24s %8d %10.3f %10.3f %10.3f %10.3f %10.3f%n",
          one.query(), one.count(), one.mean(), one.p50(), one.p95(), one.p99(), one.most());
    }
    out.flush();
  }

  private static void print(BenchResult.Load load, long series, PrintWriter out) {
    out.printf("%n%s%n", load.target());
    row(out, "datapoints", "%,d", load.datapoints());
    row(out, "bytes sent a datapoint", "%.1f", (double) load.bytes() / load.datapoints());
    row(out, "acknowledged after", "%.2f s", load.sentSeconds());
    row(out, "queryable after", "%.2f s", load.queryableSeconds());
    row(out, "datapoints a second", "%,.0f", load.perSecond());
    if (load.cpuSeconds() > 0) {
      row(
          out,
          "CPU seconds a million datapoints",
          "%.2f",
          load.cpuSeconds() / (load.datapoints() / 1e6));
    }
    if (load.residentBytes() > 0) {
      row(out, "resident", "%,d MiB", load.residentBytes() >> 20);
      row(out, "resident bytes a series, more than before", "%,d", load.grownBytes() / series);
    }
  }

  private static void row(PrintWriter out, String name, String format, Object value) {
    out.printf("  %-42s %16s%n", name, format.formatted(value));
  }
}
