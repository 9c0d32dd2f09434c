package goku.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;

/// The free space of a service's disk, from which an alert predicts when the disk is full.
public final class FreeDisk {
  private FreeDisk() {}

  /// Adds the gauge `goku.disk.free`. In a process of several services the first one counts.
  ///
  /// @param directory any directory on the disk; the value is NaN while it does not exist
  public static void add(MeterRegistry registry, Path directory) {
    Gauge.builder("goku.disk.free", directory, FreeDisk::bytes)
        .description("free bytes on the disk of the data")
        .baseUnit("bytes")
        .register(registry);
  }

  private static double bytes(Path directory) {
    return Files.exists(directory) ? directory.toFile().getUsableSpace() : Double.NaN;
  }
}
