package goku.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// Gauges of the JVM's memory by owner. Together with RocksDB's memory they sum up to
/// `ResidentMemory`. Absent if the JVM does not track its memory.
final class OwnedMemory {
  private static final Path PAGES = Path.of("/proc/self/smaps");

  /// The age up to which a result is reused, so that a scrape of all owners measures once.
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final NativeMemory memory;
  private Map<String, Long> owners;
  private long told = System.nanoTime();

  private OwnedMemory(NativeMemory memory) {
    this.memory = memory;
    owners = memory.byOwner();
  }

  static void add(MeterRegistry registry) {
    var owned = new OwnedMemory(new NativeMemory(PAGES));
    for (String owner : owned.owners.keySet()) {
      Gauge.builder("goku.process.memory", () -> owned.bytes(owner))
          .description("memory of the JVM by owner")
          .baseUnit("bytes")
          .tag("owner", owner)
          .register(registry);
    }
  }

  private synchronized double bytes(String owner) {
    if (System.nanoTime() - told > FRESH.toNanos()) {
      owners = memory.byOwner();
      told = System.nanoTime();
    }
    return owners.getOrDefault(owner, 0L);
  }
}
