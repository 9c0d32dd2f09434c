package goku.longterm.tier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

class RocksResourcesTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  /// Gauges do not keep it.
  private final RocksResources resources = new RocksResources(64 << 20, registry);

  @Test
  void metricsReadNoFreedMemory() {
    resources.close();
    assertThat(registry.find("goku.long.memory.used").gauges())
        .hasSize(3)
        .allSatisfy(gauge -> assertThat(gauge.value()).isZero());
    assertThat(registry.find("goku.long.memory.pinned").gauges())
        .extracting(Gauge::value)
        .containsExactly(0.0);
  }

  /// Reserved bytes are no part of the size of a file.
  @Test
  void anEmptyDatabaseTakesLittleOfTheDisk(@TempDir Path directory) throws Exception {
    try (var options = resources.options();
        var _ = RocksDB.open(options, directory.toString())) {
      Process du = new ProcessBuilder("du", "-sk", directory.toString()).start();
      String printed = new String(du.getInputStream().readAllBytes(), UTF_8);
      assertThat(Long.parseLong(printed.substring(0, printed.indexOf('\t')))).isLessThan(512);
    }
    resources.close();
  }
}
