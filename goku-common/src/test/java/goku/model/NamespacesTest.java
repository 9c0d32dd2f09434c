package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NamespacesTest {
  @Test
  void metricMovesWithTimeBetweenNamespacesOfTheSamePrefix() {
    Namespace old = namespace("old", true, new MetricPrefix("m", Instant.ofEpochSecond(0)));
    Namespace next = namespace("next", false, new MetricPrefix("m", Instant.ofEpochSecond(10)));
    for (List<Namespace> order : List.of(List.of(old, next), List.of(next, old))) {
      var namespaces = new Namespaces(order);
      assertThat(namespaces.of("m.x", 9_999)).isEqualTo(old);
      assertThat(namespaces.of("m.x", 10_000)).isEqualTo(next);
      assertThat(namespaces.of("m.x", new TimeRange(0, 20_000)))
          .containsExactlyInAnyOrder(old, next);
    }
  }

  private static Namespace namespace(String name, boolean isDefault, MetricPrefix prefix) {
    return new Namespace(
        name,
        isDefault,
        Duration.ofHours(2),
        Duration.ofDays(1),
        Optional.empty(),
        name,
        name,
        new Sharding(1, 1),
        List.of(prefix));
  }
}
