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

  private static Namespace namespace(String name, boolean isDefault, MetricPrefix prefix) {
    return NamespaceBuilder.namespace(name)
        .isDefault(isDefault)
        .kafkaTopic(name)
        .s3Bucket(name)
        .metrics(List.of(prefix))
        .build();
  }
}
