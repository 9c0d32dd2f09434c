package goku.root.routing;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Store;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class RoutingMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final RoutingMetrics metrics = new RoutingMetrics(Store.LONG_TERM, registry);

  private double count(String name, String... tags) {
    return registry
        .get("goku.root.routing." + name)
        .tag("store", "long")
        .tags(tags)
        .counter()
        .count();
  }

  @Test
  void attemptsAreCountedByOutcome() {
    metrics.answered();
    metrics.failed();
    metrics.failed();
    metrics.lost();
    metrics.lost();
    metrics.lost();
    assertThat(count("attempts", "outcome", "answered")).isEqualTo(1);
    assertThat(count("attempts", "outcome", "failed")).isEqualTo(2);
    assertThat(count("attempts", "outcome", "lost")).isEqualTo(3);
  }

  @Test
  void callsAreCountedByZone() {
    metrics.called(true);
    metrics.called(false);
    metrics.called(false);
    assertThat(count("calls", "zone", "own")).isEqualTo(1);
    assertThat(count("calls", "zone", "other")).isEqualTo(2);
  }

  @Test
  void hedgesFailoversAndMissingShardsAreCounted() {
    metrics.hedged();
    metrics.failedOver();
    metrics.failedOver();
    metrics.missing(3);
    assertThat(count("hedges")).isEqualTo(1);
    assertThat(count("failovers")).isEqualTo(2);
    assertThat(count("missing")).isEqualTo(3);
  }
}
