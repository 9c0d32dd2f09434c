package goku.cluster.status;

import static org.assertj.core.api.Assertions.assertThat;

import goku.cluster.ServiceRole;
import goku.cluster.drain.Drains;
import goku.cluster.map.ClusterNode;
import goku.cluster.rollout.RolloutProgress;
import goku.config.NamespacesFile;
import goku.kafka.input.InputLag;
import goku.kafka.input.InputLag.TopicLag;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Store;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusJsonTest {
  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 1
          shards-per-group: 1
          metrics: []
      """;

  @Test
  void hasAllThatTheTextHas() {
    var holes = Holes.of(new Hole(0, 7_200_000, HoleCause.LOG_LOST));
    var status =
        new ClusterStatus(
            List.of("c1", "c2"),
            Optional.empty(),
            Optional.of(Duration.ofMillis(1234)),
            Optional.of(
                new InputLag("goku-ingest", 4, List.of(new TopicLag("metrics", 1, 340)), "")),
            new Maintenance(
                Optional.of(new RolloutProgress(8, 3, "short-1 to be ready")),
                Drains.NONE.with("s1", Instant.ofEpochMilli(1_700_000_000_000L))),
            List.of(
                new Member(
                    "short",
                    "s1",
                    Optional.of(new ClusterNode(ServiceRole.SHORT, "s1", "a", "h:1")),
                    "1.0",
                    Member.State.UP,
                    Optional.empty()),
                new Member(
                    "ingest",
                    "i1",
                    Optional.empty(),
                    "",
                    Member.State.ABSENT,
                    Optional.of(Instant.ofEpochMilli(1_700_000_000_001L)))),
            new Work(Map.of()),
            Map.of(
                Store.SHORT_TERM,
                shard ->
                    List.of(
                        new Replica(
                            "s1",
                            "a",
                            "h:1",
                            new ShardHealth(shard, ShardState.SERVING, 250, holes)))),
            new WantedReplicas(2, Map.of()),
            Optional.of(NamespacesFile.parse(NAMESPACES, "test")));
    assertThat(new StatusJson(status).text())
        .isEqualTo(
            """
            {"served":true,"controllers":["c1","c2"],"mapAgeMillis":1234,
            "ingestors":{"members":4,"lagMillis":340,"problem":""},
            "rollout":{"pods":8,"upgraded":3,"waiting":"short-1 to be ready"},
            "drained":{"s1":1700000000000},
            "nodes":[{"service":"short","name":"s1","zone":"a","address":"h:1","answers":true,
            "version":"1.0","state":"up"},
            {"service":"ingest","name":"i1","answers":false,
            "version":"unknown","state":"absent","absentSinceMillis":1700000000001}],
            "lacking":[{"namespace":"ns1","store":"short","shards":1,"wanted":2,"lacking":1,
            "first":[0]}],
            "shards":[{"namespace":"ns1","store":"short","shard":0,"replicas":[
            {"node":"s1","zone":"a","state":"serving","lagMillis":250,"holes":[
            {"startMillis":0,"endMillis":7200000,"cause":"log-lost"}]}]}]}
            """
                .replace("\n", ""));
  }

  @Test
  void leavesOutWhatIsUnknown() {
    var status =
        new ClusterStatus(
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Maintenance(Optional.empty(), Drains.NONE),
            List.of(),
            new Work(Map.of()),
            Map.of(),
            WantedReplicas.UNKNOWN,
            Optional.empty());
    assertThat(new StatusJson(status).text())
        .isEqualTo(
            "{\"served\":false,\"controllers\":[],\"drained\":{},\"nodes\":[],"
                + "\"lacking\":[],\"shards\":[]}");
  }
}
