package goku.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;

/// The free space of a service's disk, from which an alert predicts when the disk is full.
public final class FreeDisk {
  private FreeDisk() {}

  /// Adds the gauge `goku.disk.free`.
  ///
  /// @param service whose data are on the disk, since a process may have several
  /// @param directory any directory on the disk; the value is NaN while it does not exist
  public static void add(MeterRegistry registry, String service, Path directory) {
    Gauge.builder("goku.disk.free", directory, FreeDisk::bytes)
        .description("free bytes on the disk of the data")
        .baseUnit("bytes")
        .tag("service", service)
        .register(registry);
  }

  private static double bytes(Path directory) {
    return Files.exists(directory) ? directory.toFile().getUsableSpace() : Double.NaN;
  }
}
