package goku.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The resident memory of the process as the operating system reports it, with which the sum of its
/// owners is compared. Only on Linux.
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
                .description("resident memory of the process, as reported by the operating system")
                .baseUnit("bytes")
                .tag("kind", kind)
                .register(registry));
  }

  /// Parses a line such as `RssAnon: 1000 kB`.
  static long bytes(String line) {
    return Long.parseLong(line.split("\\s+", -1)[1]) * KIB;
  }

  /// Returns NaN if the system does not report the value.
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
