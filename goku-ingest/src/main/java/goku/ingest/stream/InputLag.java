package goku.ingest.stream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/// The number of input records that are still to be read, as of the consumers' last fetch.
public final class InputLag {
  private InputLag() {}

  /// Registers the gauge.
  ///
  /// @param metrics the metrics of Kafka's clients
  public static void add(
      MeterRegistry registry, Supplier<? extends Map<MetricName, ? extends Metric>> metrics) {
    Gauge.builder("goku.ingest.input.lag", () -> records(metrics.get()))
        .description("records of the input topics that this node has not read yet")
        .register(registry);
  }

  private static double records(Map<MetricName, ? extends Metric> metrics) {
    return metrics.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals("records-lag"))
        .map(entry -> entry.getValue().metricValue())
        .filter(Double.class::isInstance)
        .mapToDouble(Double.class::cast)
        .filter(Double::isFinite)
        .sum();
  }
}
