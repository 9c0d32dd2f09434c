package goku.cluster.formats;

import goku.model.FormatLevel;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/// The metric of the format level in force.
public final class FormatGauge {
  private FormatGauge() {}

  /// Registers the metric of a process.
  public static void register(FormatLevel formats, MeterRegistry registry) {
    Gauge.builder("goku.formats.level", formats, FormatLevel::level)
        .description("format level that this process writes")
        .register(registry);
  }
}
