package goku.standalone.process;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import goku.ingest.limit.SeriesSource;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterSeriesTest {
  private static final Holes LOST = Holes.of(new Hole(1, 2, HoleCause.LOG_LOST));

  private final Map<ShardId, List<Replica>> map = new HashMap<>();
  private final Map<String, SeriesSource> nodes = new HashMap<>();

  private void replica(int shard, String node, ShardState state, long lagMillis, Holes holes) {
    var id = new ShardId("ns1", shard);
    map.computeIfAbsent(id, _ -> new ArrayList<>())
        .add(new Replica(node, "z", node, new ShardHealth(id, state, lagMillis, holes)));
    nodes.putIfAbsent(node, queries -> queries.stream().map(one -> counts(one, node)).toList());
  }

  /// Returns counts whose lag is the number in the node's name, by which a test knows the node.
  private static SeriesCounts counts(CountQuery query, String node) {
    return new SeriesCounts(query.shard(), true, Long.parseLong(node.substring(1)), List.of());
  }

  private Map<Integer, Long> ask(int... shards) throws InterruptedException {
    List<CountQuery> queries = new ArrayList<>();
    for (int shard : shards) {
      queries.add(new CountQuery(new ShardId("ns1", shard), List.of(), Set.of(), Map.of()));
    }
    Map<Integer, Long> answered = new HashMap<>();
    try (var source =
        new ClusterSeries(
            shard -> map.getOrDefault(shard, List.of()),
            replica -> queriesOf -> requireNonNull(nodes.get(replica.address())).ask(queriesOf))) {
      source.ask(queries).forEach(one -> answered.put(one.shard().shard(), one.lagMillis()));
    }
    return answered;
  }

  @Test
  void eachShardIsAskedOfOneReplicaThatServes() throws InterruptedException {
    replica(0, "n1", ShardState.RECOVERING, 0, Holes.NONE);
    replica(0, "n2", ShardState.SERVING, 0, Holes.NONE);
    replica(0, "n3", ShardState.SERVING, 0, Holes.NONE);
    replica(1, "n1", ShardState.SERVING, 0, Holes.NONE);
    replica(2, "n1", ShardState.UNAVAILABLE, 0, Holes.NONE);
    assertThat(ask(0, 1, 2)).isEqualTo(Map.of(0, 2L, 1, 1L));
  }

  @Test
  void aReplicaWithoutLagAndLossesIsPreferred() throws InterruptedException {
    replica(0, "n1", ShardState.SERVING, 0, LOST);
    replica(0, "n2", ShardState.SERVING, 9000, Holes.NONE);
    replica(0, "n3", ShardState.SERVING, 20, Holes.before(5, HoleCause.NOT_KEPT));
    assertThat(ask(0)).isEqualTo(Map.of(0, 3L));
  }

  @Test
  void aNodeThatFailsLeavesTheAnswersOfOthers() throws InterruptedException {
    nodes.put(
        "n1",
        _ -> {
          throw new IllegalStateException("down");
        });
    replica(0, "n1", ShardState.SERVING, 0, Holes.NONE);
    replica(1, "n2", ShardState.SERVING, 0, Holes.NONE);
    assertThat(ask(0, 1)).isEqualTo(Map.of(1, 2L));
  }
}
