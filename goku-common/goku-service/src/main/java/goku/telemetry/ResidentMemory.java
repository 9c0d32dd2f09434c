package goku.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// What the operating system says that the process has in memory, as the sum that the metrics of
/// its parts have to come to. Only Linux tells it; elsewhere there is no such metric.
final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Map<String, String> KINDS =
      Map.of("RssAnon:", "anonymous", "RssFile:", "file", "RssShmem:", "shared");
  private static final int KIB = 1024;

  private ResidentMemory() {}

  static void add(MeterRegistry registry) {
    add(registry, STATUS);
  }

  static void add(MeterRegistry registry, Path status) {
    if (!Files.isReadable(status)) {
      return;
    }
    KINDS.forEach(
        (line, kind) ->
            Gauge.builder("goku.process.resident", () -> bytes(status, line))
                .description("memory of the process as the system sees it")
                .baseUnit("bytes")
                .tag("kind", kind)
                .register(registry));
  }

  /// Of a line such as `RssAnon: 1000 kB`.
  static long bytes(String line) {
    return Long.parseLong(line.split("\\s+", -1)[1]) * KIB;
  }

  /// Not a number when the system does not say.
  private static double bytes(Path status, String line) {
    try (var lines = Files.lines(status)) {
      return lines
          .filter(one -> one.startsWith(line))
          .mapToDouble(ResidentMemory::bytes)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
