package goku.root.planning;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Disk;
import goku.model.Live;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.testkit.ManualClock;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests of the boundary between GokuS and GokuL while `memory-ttl` changes.
class BoundaryTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final ManualClock clock = new ManualClock(NOON);
  private final Live<Namespaces> live = new Live<>(namespaces(DAY));
  private final Boundary boundary = new Boundary(clock, live);

  @Test
  void aShorterTtlMovesTheBoundaryAtOnce() {
    change(Duration.ofHours(6));
    assertThat(boundary()).isEqualTo(Instant.parse("2026-03-01T06:00:00Z"));
  }

  @Test
  void aLongerTtlMovesTheBoundaryOnceMemoryIsFilled() {
    Instant before = boundary();
    assertThat(before).isEqualTo(Instant.parse("2026-02-28T12:00:00Z"));
    change(DAY.multipliedBy(2));
    assertThat(boundary()).isEqualTo(before);
    clock.advance(DAY.minus(Duration.ofHours(1)));
    assertThat(boundary()).isEqualTo(before);
    clock.advance(Duration.ofHours(3));
    assertThat(boundary()).isEqualTo(before.plus(Duration.ofHours(2)));
  }

  @Test
  void aTemporarilyShorterTtlLosesTheDroppedData() {
    change(Duration.ofHours(6));
    change(DAY);
    assertThat(boundary()).isEqualTo(Instant.parse("2026-03-01T06:00:00Z"));
  }

  @Test
  void aNamespaceIsInForceSinceItsFirstMove() {
    Namespace later = namespace(DAY, false, List.of(new MetricPrefix("cpu", NOON.plusSeconds(10))));
    assertThat(boundary.isInForce(later)).isFalse();
    clock.advance(Duration.ofSeconds(10));
    assertThat(boundary.isInForce(later)).isTrue();
    assertThat(boundary.isInForce(live.current().defaultNamespace())).isTrue();
  }

  private void change(Duration memoryTtl) {
    live.replace(namespaces(memoryTtl));
  }

  private Instant boundary() {
    return Instant.ofEpochMilli(boundary.of(live.current().defaultNamespace()));
  }

  private static Namespaces namespaces(Duration memoryTtl) {
    return new Namespaces(List.of(namespace(memoryTtl, true, List.of())));
  }

  private static Namespace namespace(
      Duration memoryTtl, boolean isDefault, List<MetricPrefix> metrics) {
    return NamespaceBuilder.namespace("ns1")
        .isDefault(isDefault)
        .memoryTtl(memoryTtl)
        .disk(new Disk(Duration.ofDays(24), List.of()))
        .kafkaTopic("topic")
        .s3Bucket("bucket")
        .metrics(metrics)
        .build();
  }
}
