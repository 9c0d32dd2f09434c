package goku.integration.monitoring;

import goku.integration.fixture.GokuProcess;
import goku.telemetry.Telemetry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The metrics that docs/monitoring.md lists.
///
/// @param kinds by name: `counter`, `gauge, bytes`, …
public record MetricTable(Map<String, String> kinds) {
  private static final Pattern ROW =
      Pattern.compile("\\| `(goku\\.[a-z.0-9]+)` \\| ([a-z, ]+) \\|.*");

  static String text() throws IOException {
    return Files.readString(file("docs/monitoring.md"));
  }

  static Path file(String path) {
    return GokuProcess.checkout().resolve(path);
  }

  public static MetricTable read() throws IOException {
    Map<String, String> kinds = new LinkedHashMap<>();
    text()
        .lines()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .forEach(row -> kinds.put(row.group(1), row.group(2).strip()));
    return new MetricTable(kinds);
  }

  /// The names that Prometheus sees, with those of every process.
  public Set<String> prometheusNames() {
    try (var telemetry = new Telemetry()) {
      // Micrometer makes it with the first collection
      register(telemetry.registry(), "jvm.gc.pause", "timer");
      kinds.forEach((name, kind) -> register(telemetry.registry(), name, kind));
      return telemetry
          .registry()
          .scrape()
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("[{ ]", 2)[0])
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static void register(MeterRegistry registry, String name, String kind) {
    String[] words = kind.split(", ", -1);
    @Nullable String unit = words.length > 1 && !words[1].equals("buckets") ? words[1] : null;
    switch (words[0]) {
      case "counter" -> Counter.builder(name).baseUnit(unit).register(registry);
      case "gauge" -> {
        if ("seconds".equals(unit)) {
          TimeGauge.builder(name, () -> 0, TimeUnit.SECONDS).register(registry);
        } else {
          Gauge.builder(name, () -> 0).baseUnit(unit).register(registry);
        }
      }
      case "timer" ->
          Timer.builder(name)
              .serviceLevelObjectives(
                  kind.endsWith("buckets")
                      ? new Duration[] {Duration.ofSeconds(1)}
                      : new Duration[0])
              .register(registry)
              .record(Duration.ofSeconds(1));
      case "summary" ->
          DistributionSummary.builder(name).baseUnit(unit).register(registry).record(1);
      default -> throw new IllegalStateException("%s is a %s?".formatted(name, kind));
    }
  }
}
