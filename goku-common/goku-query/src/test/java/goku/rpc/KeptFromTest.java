package goku.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.model.Sharding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeptFromTest {
  private static final Namespace NAMESPACE =
      new Namespace(
          "ns",
          true,
          Duration.ofHours(2),
          Duration.ofHours(24),
          Optional.empty(),
          "goku-ns",
          "goku-ns",
          new Sharding(1, 2),
          List.of());

  private static final Instant NOW = Instant.ofEpochMilli(Duration.ofHours(2).toMillis() + 4000);

  private final List<ShardHealth> health = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final KeptFrom kept = new KeptFrom(_ -> health.stream(), () -> NOW, nanos::get);

  private static ShardHealth keeping(int shard, long fromMillis) {
    return keeping(shard, ShardState.SERVING, fromMillis);
  }

  private static ShardHealth keeping(int shard, ShardState state, long fromMillis) {
    return new ShardHealth(
        new ShardId("ns", shard), state, 0, Holes.before(fromMillis, HoleCause.NOT_KEPT));
  }

  @Test
  void isUnknownWithoutAReplicaAndWithoutADrop() {
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(Long.MIN_VALUE);
    health.add(keeping(0, Long.MIN_VALUE));
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void isThatOfTheShardOfWhichAReplicaHasDroppedMost() {
    health.addAll(List.of(keeping(0, 1000), keeping(0, 2000), keeping(1, 3000)));
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(3000);
    health.add(keeping(0, 3500));
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(3500);
  }

  @Test
  void needsOneReplicaForTheLastTwoHours() {
    health.addAll(List.of(keeping(0, 1000), keeping(0, 9000)));
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(4000);
    health.add(keeping(1, 8000));
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(kept.applyAsLong(NAMESPACE)).as("no replica keeps them").isEqualTo(8000);
  }

  @Test
  void doesNotCountReplicasThatRecover() {
    health.addAll(List.of(keeping(0, 2000), keeping(0, ShardState.RECOVERING, 3000)));
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(2000);
  }

  @Test
  void isThatOfTheLastReplicasWhileAShardHasNone() {
    health.addAll(List.of(keeping(0, 2000), keeping(1, 1000)));
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(2000);
    health.clear();
    health.addAll(List.of(keeping(0, ShardState.UNAVAILABLE, 9000), keeping(1, 1500)));
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(2000);
  }

  @Test
  void isAskedForOnceASecond() {
    health.add(keeping(0, 1000));
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(1000);
    health.add(keeping(1, 2000));
    nanos.addAndGet(Duration.ofMillis(999).toNanos());
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(1000);
    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(kept.applyAsLong(NAMESPACE)).isEqualTo(2000);
  }
}
