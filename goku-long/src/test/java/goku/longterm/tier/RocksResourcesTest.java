package goku.longterm.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class RocksResourcesTest {
  @Test
  void metricsReadNoFreedMemory() {
    var registry = new SimpleMeterRegistry();
    new RocksResources(64 << 20, registry).close();
    assertThat(registry.find("goku.long.memory.used").gauges())
        .hasSize(3)
        .allSatisfy(gauge -> assertThat(gauge.value()).isZero());
    assertThat(registry.find("goku.long.memory.pinned").gauges())
        .extracting(Gauge::value)
        .containsExactly(0.0);
  }
}
