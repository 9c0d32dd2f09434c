package goku.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.testkit.namespace.NamespaceBuilder;
import java.time.Instant;
import java.util.List;
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

  @Test
  void exactlyOneNamespaceIsTheDefault() {
    Namespace first = namespace("a", true, new MetricPrefix("m", Instant.EPOCH));
    Namespace second = namespace("b", true, new MetricPrefix("n", Instant.EPOCH));
    Namespace other = namespace("c", false, new MetricPrefix("o", Instant.EPOCH));
    assertThat(new Namespaces(List.of(other, first)).defaultNamespace()).isEqualTo(first);
    assertThatThrownBy(() -> new Namespaces(List.of(first, second)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("found 2");
    assertThatThrownBy(() -> new Namespaces(List.of(other))).hasMessageEndingWith("found 0");
  }

  @Test
  void changesOfAMetricAreWhenClaimsOnItsPrefixesBegin() {
    Namespace old = namespace("old", true, new MetricPrefix("m.", Instant.ofEpochSecond(20)));
    Namespace next = namespace("next", false, new MetricPrefix("m", Instant.ofEpochSecond(10)));
    var namespaces = new Namespaces(List.of(old, next));
    assertThat(namespaces.changes("m.x")).containsExactly(10_000L, 20_000L);
    assertThat(namespaces.changes("mx")).containsExactly(10_000L);
    assertThat(namespaces.changes("x")).isEmpty();
  }

  @Test
  void theOldNamespaceOfALateMoveCanHoldDatapointsOfItsPeriod() {
    Namespace old = namespace("old", true, new MetricPrefix("x", Instant.EPOCH));
    Namespace next = namespace("next", false, new MetricPrefix("m", Instant.ofEpochSecond(10)));
    var late = new LateMove("m", "old", 20_000, 30_000, false);
    var unknown = new LateMove("m", "gone", 0, Long.MAX_VALUE, false);
    var namespaces = new Namespaces(List.of(old, next)).withLateMoves(List.of(late, unknown));
    assertThat(namespaces.of("m.x", new TimeRange(12_000, 19_999))).containsExactly(next);
    assertThat(namespaces.of("m.x", new TimeRange(12_000, 20_000))).containsExactly(old, next);
    assertThat(namespaces.of("m.x", new TimeRange(29_999, 40_000))).containsExactly(old, next);
    assertThat(namespaces.of("m.x", new TimeRange(30_000, 40_000))).containsExactly(next);
    assertThat(namespaces.of("m.x", 25_000)).isEqualTo(next);
    assertThat(namespaces.hasLateMove(old)).isTrue();
    assertThat(namespaces.hasLateMove(next)).isFalse();
  }

  private static Namespace namespace(String name, boolean isDefault, MetricPrefix prefix) {
    return NamespaceBuilder.namespace(name)
        .isDefault(isDefault)
        .kafkaTopic(name)
        .s3Bucket(name)
        .metrics(List.of(prefix))
        .build();
  }
}
