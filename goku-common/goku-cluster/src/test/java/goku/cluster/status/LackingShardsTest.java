package goku.cluster.status;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.NamespacesFile;
import goku.model.Namespaces;
import goku.model.Store;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LackingShardsTest {
  private static final Namespaces NAMESPACES =
      NamespacesFile.parse(
          """
          namespaces:
            - name: ns1
              default: true
              backfill: 2h
              memory-ttl: 24h
              disk: {raw-ttl: 30h, rollups: [], shard-groups: 1, shards-per-group: 3}
              kafka-topic: goku-ns1
              s3: {bucket: goku-ns1}
              shard-groups: 4
              shards-per-group: 4
              metrics: []
          """,
          "test");

  private static final WantedReplicas WANTED = new WantedReplicas(3, Map.of("ns1", 2));

  @Test
  void shardsWithFewerReplicasThanWantedAreSummedByStore() {
    assertThat(lines(Set.of(0, 5, 7), Set.of(2)))
        .containsExactly(
            "short ns1: 3 of 16 shards lack a replica: 0, 5, 7",
            "long ns1: 1 of 3 shards lack a replica: 2");
    assertThat(lines(Set.of(), Set.of())).isEmpty();
  }

  @Test
  void atMostTenShardsAreNamed() {
    var ten = Set.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(lines(ten, Set.of()))
        .singleElement()
        .asString()
        .endsWith(": 0, 1, 2, 3, 4, 5, 6, 7, 8, 9");
    var twelve = Set.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assertThat(lines(twelve, Set.of()))
        .singleElement()
        .asString()
        .startsWith("short ns1: 12 of 16 ")
        .endsWith(", 8, 9 and 2 more");
  }

  @Test
  void ofAnUnknownNumberOneReplicaIsWanted() {
    assertThat(WantedReplicas.UNKNOWN.of(Store.SHORT_TERM, "ns1")).isEqualTo(1);
    assertThat(WantedReplicas.UNKNOWN.of(Store.LONG_TERM, "ns1")).isEqualTo(1);
  }

  /// Returns the lines if these shards have one replica fewer than the others.
  private static List<String> lines(Set<Integer> inMemory, Set<Integer> onDisk) {
    return LackingShards.of(
            NAMESPACES,
            WANTED::of,
            (store, shard) -> {
              Set<Integer> lacking = store == Store.SHORT_TERM ? inMemory : onDisk;
              return WANTED.of(store, "ns1") - (lacking.contains(shard.shard()) ? 1 : 0);
            })
        .stream()
        .map(LackingShards::toString)
        .toList();
  }
}
