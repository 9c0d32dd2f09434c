package goku.longterm.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

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
}
