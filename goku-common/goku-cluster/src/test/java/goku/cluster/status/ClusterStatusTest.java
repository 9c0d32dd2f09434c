package goku.cluster.status;

import static org.assertj.core.api.Assertions.assertThat;

import goku.cluster.ServiceRole;
import goku.cluster.drain.Drains;
import goku.cluster.formats.Formats;
import goku.cluster.formats.LevelInForce;
import goku.cluster.map.ClusterNode;
import goku.cluster.rollout.RolloutProgress;
import goku.config.NamespacesFile;
import goku.kafka.input.InputLag;
import goku.kafka.input.InputLag.TopicLag;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespaces;
import goku.model.Store;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClusterStatusTest {
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

  private static final Maintenance NO_MAINTENANCE = new Maintenance(Optional.empty(), Drains.NONE);

  private static final Holes LOST = Holes.before(7_200_000, HoleCause.LOG_LOST);

  @Test
  void showsNodesAndReplicasOfShards() {
    var status =
        new ClusterStatus(
            List.of("c1", "c2"),
            Optional.of(
                new Formats(
                    new LevelInForce(2, Instant.parse("2026-11-23T08:00:00Z"), "time"),
                    List.of(),
                    Set.of())),
            Optional.of(Duration.ofMillis(1234)),
            Optional.of(
                new InputLag("goku-ingest", 4, List.of(new TopicLag("metrics", 1, 340)), "")),
            new Maintenance(
                Optional.of(new RolloutProgress(8, 3, "short-1 to be ready")),
                Drains.NONE.with("l1", Instant.parse("2026-11-24T08:00:00Z"))),
            List.of(
                absent("short", "2", Optional.of(Instant.parse("2026-11-24T07:00:00.123Z"))),
                node(ServiceRole.SHORT, "short-1", Member.State.UP),
                node(ServiceRole.LONG, "l1", Member.State.SILENT),
                node(ServiceRole.COMPACTOR, "k1", Member.State.UP),
                absent("ingest", "i2", Optional.empty())),
            new Work(Map.of("k1", Map.of("compact", 2, "shuffle ERROR", 1))),
            Map.of(
                Store.SHORT_TERM,
                shard ->
                    List.of(
                        new Replica(
                            "short-1",
                            "a",
                            "h:1",
                            new ShardHealth(shard, ShardState.SERVING, 250, LOST))),
                Store.LONG_TERM,
                shard ->
                    shard.shard() == 0
                        ? List.of()
                        : List.of(
                            new Replica(
                                "l1",
                                "a",
                                "h:1",
                                new ShardHealth(
                                    shard,
                                    ShardState.UNAVAILABLE,
                                    90_000,
                                    Holes.before(0, HoleCause.RECOVERY))))),
            new WantedReplicas(2, Map.of("ns1", 1)),
            Optional.of(NAMESPACES));
    assertThat(String.join("\n", status.lines()))
        .isEqualTo(
            """
            controllers  c1 leads, ready: c2
            shard map    published 1.2 s ago
            format level 2, in force since 2026-11-23T08:00:00Z
            ingestors    4 members of the consumer group goku-ingest
            input        metrics: 1 record waits, lag 0.3 s
            rollout      3 of 8 pods upgraded, waiting for short-1 to be ready
            drained      l1 since 2026-11-24T08:00:00Z
            replicas     short ns1: 2 of 2 shards lack a replica: 0, 1
            replicas     long ns1: 2 of 2 shards lack a replica: 0, 1

            NODE     SERVICE    ZONE  ADDRESS  VERSION  SHARDS                      STATE
            2        short      -     -        unknown  -                           absent since 2026-11-24T07:00:00Z
            short-1  short      a     h:1      1.0      2                           up
            l1       long       a     h:1      1.0      1                           does not answer, drained
            k1       compactor  a     h:1      1.0      2 compact, 1 shuffle ERROR  up
            i2       ingest     -     -        unknown  -                           absent

            namespace ns1: memory 24 h, tier 1 6 h kept 30 h
            STORE  SHARD  NODE     ZONE  STATE        LAG    COMPLETE FROM         HOLES
            short  0      short-1  a     serving      0.3 s  begin                 begin to 1970-01-01T02:00:00Z log-lost
            short  1      short-1  a     serving      0.3 s  begin                 begin to 1970-01-01T02:00:00Z log-lost
            long   0      -        -     NO REPLICA   -      -                     -
            long   1      l1       a     UNAVAILABLE  90 s   1970-01-01T00:00:00Z  -\
            """);
    assertThat(status.isServed()).as("GokuL serves nothing").isFalse();
  }

  @Test
  void isServedIfEachShardHasAReplicaThatServes() {
    assertThat(withReplicas(ShardState.SERVING, ShardState.RECOVERING).isServed()).isTrue();
    assertThat(withReplicas(ShardState.RECOVERING, ShardState.UNAVAILABLE).isServed()).isFalse();
    assertThat(withReplicas().isServed()).isFalse();
  }

  private static ClusterStatus withReplicas(ShardState... states) {
    ReplicaMap map =
        shard ->
            Stream.of(states)
                .map(
                    state ->
                        new Replica(
                            "n-" + state, "a", "h:1", new ShardHealth(shard, state, 0, Holes.NONE)))
                .toList();
    return new ClusterStatus(
        List.of("c1"),
        Optional.empty(),
        Optional.of(Duration.ofSeconds(1)),
        Optional.empty(),
        NO_MAINTENANCE,
        List.of(),
        new Work(Map.of()),
        Map.of(Store.SHORT_TERM, map, Store.LONG_TERM, map),
        WantedReplicas.UNKNOWN,
        Optional.of(NAMESPACES));
  }

  @Test
  void showsThatNothingRuns() {
    var status =
        new ClusterStatus(
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            NO_MAINTENANCE,
            List.of(),
            new Work(Map.of()),
            Map.of(),
            WantedReplicas.UNKNOWN,
            Optional.empty());
    assertThat(status.lines())
        .containsExactly(
            "controllers  none running: no shards are placed, and roots keep the last shard map",
            "shard map    never published",
            "format level none yet",
            "ingestors    unknown: no controller has published their lag",
            "",
            "no nodes",
            "",
            "no namespaces yet: the leading controller publishes them");
  }

  @Test
  void showsThatTheMapIsOutdated() {
    var status =
        new ClusterStatus(
            List.of(),
            Optional.empty(),
            Optional.of(Duration.ofMinutes(7)),
            Optional.empty(),
            NO_MAINTENANCE,
            List.of(),
            new Work(Map.of()),
            Map.of(),
            WantedReplicas.UNKNOWN,
            Optional.of(NAMESPACES));
    assertThat(status.lines())
        .contains("shard map    published 7 min ago; the following may be outdated")
        .contains("short  0      -     -     NO REPLICA  -    -              -");
  }

  private static Member node(ServiceRole service, String name, Member.State state) {
    return new Member(
        service.label(),
        name,
        Optional.of(new ClusterNode(service, name, "a", "h:1")),
        "1.0",
        state,
        Optional.empty());
  }

  private static Member absent(String service, String name, Optional<Instant> since) {
    return new Member(service, name, Optional.empty(), "", Member.State.ABSENT, since);
  }
}
