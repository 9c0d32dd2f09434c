package goku.cluster.stop;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.NamespacesFile;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespaces;
import goku.model.Store;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StopCheckTest {
  private static final Namespaces NAMESPACES =
      NamespacesFile.parse(
          """
          namespaces:
            - name: ns1
              default: true
              backfill: 2h
              memory-ttl: 24h
              disk: {raw-ttl: 30h, rollups: []}
              kafka-topic: goku-ns1
              s3: {bucket: goku-ns1}
              shard-groups: 1
              shards-per-group: 2
              metrics: []
          """,
          "test");

  private final List<Given> replicas = new ArrayList<>();

  private record Given(String node, int shard, ShardState state, long lagMillis, Holes holes) {}

  @Test
  void aNodeMayStopIfAnotherServesEachOfItsShards() {
    serving("a-0", 0);
    serving("a-1", 1);
    serving("b-0", 0);
    serving("b-0", 1);
    assertThat(obstacles("a-0")).isEmpty();
    assertThat(obstacles("a-0", "a-1")).isEmpty();
    assertThat(obstacles("b-0")).isEmpty();
  }

  @Test
  void nodesMustNotStopTogetherIfTheyAreAllThatServe() {
    serving("a-0", 0);
    serving("b-0", 0);
    assertThat(obstacles("a-0", "b-0"))
        .containsExactly(
            "shard short ns1/0: only a-0 serves it", "shard short ns1/0: only b-0 serves it");
  }

  @Test
  void theOnlyReplicaMustNotStop() {
    serving("a-0", 0);
    serving("a-0", 1);
    serving("b-0", 1);
    assertThat(obstacles("a-0")).containsExactly("shard short ns1/0: only a-0 serves it");
  }

  @Test
  void aReplicaThatDoesNotServeReplacesNothing() {
    serving("a-0", 0);
    replica("b-0", 0, ShardState.RECOVERING, 0, Holes.NONE);
    replica("c-0", 0, ShardState.UNAVAILABLE, 0, Holes.NONE);
    assertThat(obstacles("a-0"))
        .containsExactly("shard short ns1/0: b-0 recovers, c-0 does not answer");
  }

  @Test
  void aReplicaReplacesAnotherOnceItHasCaughtUp() {
    serving("a-0", 0);
    replica("b-0", 0, ShardState.SERVING, 5000, Holes.NONE);
    assertThat(obstacles("a-0")).containsExactly("shard short ns1/0: b-0 lags by 5 s");
    replicas.removeLast();
    replica("b-0", 0, ShardState.SERVING, 4999, Holes.NONE);
    assertThat(obstacles("a-0")).isEmpty();
  }

  @Test
  void aReplicaWithAHoleReplacesOnlyThoseWithTheSameHole() {
    Holes lost = Holes.of(new Hole(0, 7_200_000, HoleCause.LOG_LOST));
    serving("a-0", 0);
    replica("b-0", 0, ShardState.SERVING, 0, lost);
    assertThat(obstacles("a-0")).containsExactly("shard short ns1/0: b-0 lacks 0-7200000 log-lost");
    assertThat(obstacles("b-0")).isEmpty();
    replicas.removeFirst();
    replica("a-0", 0, ShardState.SERVING, 0, lost);
    assertThat(obstacles("a-0")).isEmpty();
  }

  @Test
  void timeThatNoReplicaKeepsIsNotLacking() {
    serving("a-0", 0);
    replica("b-0", 0, ShardState.SERVING, 0, Holes.before(7_200_000, HoleCause.NOT_KEPT));
    assertThat(obstacles("a-0")).isEmpty();
  }

  @Test
  void aReplicaOfGokuLReplacesOnlyThoseThatHaveNoMore() {
    serving("l-0", 0);
    replica("l-1", 0, ShardState.SERVING, 0, notYet(7_200_000));
    assertThat(check().obstacles(Store.LONG_TERM, Set.of("l-0")))
        .singleElement()
        .asString()
        .startsWith("shard long ns1/0: l-1 lacks 7200000-")
        .endsWith("not-yet");
    replicas.removeFirst();
    replica("l-0", 0, ShardState.SERVING, 0, notYet(3_600_000));
    assertThat(check().obstacles(Store.LONG_TERM, Set.of("l-0"))).isEmpty();
  }

  @Test
  void aNodeThatServesNothingMayStop() {
    replica("a-0", 0, ShardState.RECOVERING, 0, Holes.NONE);
    assertThat(obstacles("a-0")).isEmpty();
    assertThat(obstacles("unknown")).isEmpty();
  }

  @Test
  void knowsTheNodesOfTheMap() {
    serving("a-0", 0);
    assertThat(check().knows(Store.SHORT_TERM, "a-0")).isTrue();
    assertThat(check().knows(Store.SHORT_TERM, "a-1")).isFalse();
  }

  private static Holes notYet(long fromMillis) {
    return Holes.of(new Hole(fromMillis, Long.MAX_VALUE, HoleCause.NOT_YET));
  }

  private void serving(String node, int shard) {
    replica(node, shard, ShardState.SERVING, 0, Holes.NONE);
  }

  private void replica(String node, int shard, ShardState state, long lagMillis, Holes holes) {
    replicas.add(new Given(node, shard, state, lagMillis, holes));
  }

  private List<String> obstacles(String... nodes) {
    return check().obstacles(Store.SHORT_TERM, Set.of(nodes));
  }

  private StopCheck check() {
    ReplicaMap map =
        shard ->
            replicas.stream()
                .filter(given -> given.shard() == shard.shard())
                .map(
                    given ->
                        new Replica(
                            given.node(),
                            "zone",
                            "host:1",
                            new ShardHealth(
                                shard, given.state(), given.lagMillis(), given.holes())))
                .toList();
    return new StopCheck(NAMESPACES, Map.of(Store.SHORT_TERM, map, Store.LONG_TERM, map));
  }
}
