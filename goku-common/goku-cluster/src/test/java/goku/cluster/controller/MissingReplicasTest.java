package goku.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.NamespacesFile;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.Store;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MissingReplicasTest {
  private static final Namespaces NAMESPACES =
      NamespacesFile.parse(
          """
          namespaces:
            - name: ns1
              default: true
              backfill: 2h
              memory-ttl: 24h
              disk: {raw-ttl: 30h, rollups: [], shard-groups: 1, shards-per-group: 1}
              kafka-topic: goku-ns1
              s3: {bucket: goku-ns1}
              shard-groups: 1
              shards-per-group: 2
              metrics: []
          """,
          "test");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Map<ShardId, Integer> inMemory = new HashMap<>();
  private final Map<ShardId, Integer> onDisk = new HashMap<>();
  private long nanos;
  private final MissingReplicas missing = new MissingReplicas(2, () -> nanos, registry);

  @Test
  void countsMissingReplicasOfBothStores() {
    inMemory.put(shard(0), 3);
    inMemory.put(shard(1), 1);
    look(0);
    look(5);
    // two of shard 1 in three zones, and both of the shard on disk
    assertThat(count()).isEqualTo(4);
    inMemory.put(shard(1), 3);
    onDisk.put(shard(0), 2);
    look(1);
    assertThat(count()).isZero();
  }

  @Test
  void replicasThatAreBackWithinFiveSecondsWereNeverMissing() {
    look(4);
    assertThat(count()).isZero();
    inMemory.put(shard(0), 3);
    inMemory.put(shard(1), 3);
    onDisk.put(shard(0), 2);
    look(0);
    inMemory.clear();
    look(4);
    assertThat(count()).isZero();
    look(1);
    assertThat(count()).isEqualTo(6);
  }

  @Test
  void aControllerThatDoesNotLeadCountsNone() {
    look(5);
    assertThat(count()).isPositive();
    missing.rest();
    assertThat(count()).isZero();
  }

  private void look(int afterSeconds) {
    nanos += Duration.ofSeconds(afterSeconds).toNanos();
    missing.look(NAMESPACES, Map.of(Store.SHORT_TERM, inMemory, Store.LONG_TERM, onDisk), 3);
  }

  private static ShardId shard(int number) {
    return new ShardId("ns1", number);
  }

  private double count() {
    return registry.get("goku.cluster.replicas.missing").gauge().value();
  }
}
