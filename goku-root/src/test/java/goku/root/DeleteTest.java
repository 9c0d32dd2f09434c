package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.http.Routes;
import goku.kafka.KafkaConfig;
import goku.model.MetricPrefix;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.SharedSettings;
import goku.rpc.Replica;
import goku.rpc.Replicas;
import goku.rpc.StorageNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests of queries that delete.
class DeleteTest {
  private static final long START = 1_800_000_000;
  private static final Instant NOW = Instant.ofEpochSecond(START + 600);
  private static final RootConfig ALLOWED =
      RootFixture.config("--allow-delete", "--skip-unresolved=false");

  @Test
  void deletesAreRejectedInEitherFormUnlessAllowed() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 5);
      String before = query(root, "sum:cpu").body();
      for (Reply reply : new Reply[] {deleteCpu(root, 0, 600), post(root, "true")}) {
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains("Deleting data is not enabled (");
      }
      assertThat(query(root, "sum:cpu").body()).isEqualTo(before);
      assertThat(root.log().history()).isEmpty();
      assertThat(root.get("/api/config").body())
          .contains("\"tsd.http.query.allow_delete\":\"false\"");
    }
  }

  @Test
  void aBodyThatSaysDeleteFalseIsAQuery() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 5);
      assertThat(post(root, "false").body()).isEqualTo(query(root, "sum:cpu").body());
    }
  }

  @Test
  void aDeleteAnswersTheDeletedDatapointsOfItsRangeOnly() throws Exception {
    try (var root = root(ALLOWED)) {
      fill(root, "cpu", 5);
      Reply deleted = deleteCpu(root, 40, 100);
      assertThat(deleted.status()).isEqualTo(200);
      assertThat(deleted.body())
          .contains("\"" + (START + 40) + "\"", "\"" + (START + 100) + "\"")
          .doesNotContain("\"" + (START + 20) + "\"", "\"" + (START + 120) + "\"");
      assertThat(query(root, "sum:cpu").body())
          .contains("\"" + (START + 20) + "\"", "\"" + (START + 120) + "\"")
          .doesNotContain("\"" + (START + 40) + "\"", "\"" + (START + 100) + "\"");
    }
  }

  @Test
  void aPostDeletesOnlySeriesThatMatchItsFilters() throws Exception {
    try (var root = root(ALLOWED)) {
      fill(root, "cpu", 5);
      fill(root, "mem", 5);
      String mem = query(root, "none:mem").body();
      Reply deleted =
          root.post(
              "/api/query",
              """
              {"start": %d, "delete": true, "queries": [{"metric": "cpu", "aggregator": "sum",
               "filters": [{"type": "wildcard", "tagk": "host", "filter": "WEB*", "groupBy": true},
                           {"type": "regexp", "tagk": "host", "filter": "[1-4]$"}]}]}
              """
                  .formatted(START));
      assertThat(deleted.body()).doesNotContain("web0");
      // wildcards are case-sensitive
      assertThat(query(root, "none:cpu").body()).contains("web0", "web1");
      Reply really =
          root.post(
              "/api/query",
              """
              {"start": %d, "delete": true, "queries": [{"metric": "cpu", "aggregator": "none",
               "filters": [{"type": "iwildcard", "tagk": "host", "filter": "WEB*"},
                           {"type": "regexp", "tagk": "host", "filter": "[1-4]$"}]}]}
              """
                  .formatted(START));
      assertThat(really.body()).contains("web1", "web4").doesNotContain("web0");
      assertThat(query(root, "none:cpu").body()).contains("web0").doesNotContain("web1", "web4");
      assertThat(query(root, "none:mem").body()).isEqualTo(mem);
    }
  }

  @Test
  void namesOfDeletedSeriesAreUnknown() throws Exception {
    try (var root = root(ALLOWED)) {
      fill(root, "cpu", 5);
      fill(root, "mem", 1);
      assertThat(deleteCpu(root, 0, 600).status()).isEqualTo(200);
      assertThat(query(root, "sum:cpu").body()).contains("No such name for 'metrics': 'cpu'");
      assertThat(root.get("/api/suggest", "type", "metrics").body()).isEqualTo("[\"mem\"]");
      assertThat(root.get("/api/suggest", "type", "tagv").body()).isEqualTo("[\"web0\"]");
      assertThat(deleteCpu(root, 0, 600).status()).isEqualTo(400);
    }
  }

  @Test
  void aDeleteReachesEveryNamespaceOfAMovedMetric() throws Exception {
    var moved = new MetricPrefix("cpu", Instant.ofEpochSecond(START + 100));
    try (var root =
        new RootFixture(
            ALLOWED,
            NOW,
            RootFixture.namespace("ns1", new Sharding(1, 2)),
            RootFixture.namespace("ns2", new Sharding(2, 2), moved))) {
      fill(root, "cpu", 9);
      assertThat(deleteCpu(root, 0, 600).status()).isEqualTo(200);
      assertThat(root.log().history()).as("two shards in each").hasSize(4);
      assertThat(root.get("/api/suggest", "type", "metrics").body()).isEqualTo("[]");
    }
  }

  @Test
  void theAnswerTellsThatADeleteIsPendingIfAShardIsSlow() throws Exception {
    try (var root = root(ALLOWED)) {
      fill(root, "cpu", 5);
      root.shards().get(new ShardId("ns1", 2)).setAppliedOffset(-1);
      Reply reply = deleteCpu(root, 0, 600);
      assertThat(reply.status()).isEqualTo(504);
      assertThat(reply.body()).contains("in the log and will be applied", "ns1/2");
    }
  }

  @Test
  void theAnswerAdvisesToRetryWhileKafkaIsDown() throws Exception {
    try (var root = root(ALLOWED)) {
      fill(root, "cpu", 5);
      root.log().takeDown();
      Reply reply = deleteCpu(root, 0, 600);
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.body()).contains("may be deleted; retry", "no broker");
      assertThat(query(root, "none:cpu").body()).contains("web0");
    }
  }

  @Test
  void aRootWithoutKafkaRejectsDeletesAndMetadata() throws Exception {
    var routes = new Routes();
    var namespaces = new Namespaces(List.of(RootFixture.namespace("ns1", new Sharding(1, 1))));
    try (var root =
        new RootService(
            ALLOWED,
            SharedSettings.fixed(namespaces),
            new StoreReplicas(new Replicas(shard -> List.of(), DeleteTest::nobody), null, "here"),
            (KafkaConfig) null,
            new SimpleMeterRegistry(),
            () -> NOW)) {
      root.addRoutes(routes);
      var request =
          new HttpRequest("DELETE", "/api/query", Map.of(), Map.of(), new byte[0], "test");
      Reply reply = Reply.to(request, routes);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.body()).contains("has no Kafka cluster");
      for (String path : List.of("/api/uid/uidmeta", "/api/uid/tsmeta")) {
        Reply refused =
            Reply.to(new HttpRequest("GET", path, Map.of(), Map.of(), new byte[0], "test"), routes);
        assertThat(refused.status()).isEqualTo(501);
        assertThat(refused.body()).contains("stored in Kafka, and this root has no Kafka");
      }
    }
  }

  private static StorageNode nobody(Replica replica) {
    throw new AssertionError("there is no " + replica);
  }

  private static Reply deleteCpu(RootFixture root, long from, long to) throws Exception {
    String start = Long.toString(START + from);
    String end = Long.toString(START + to);
    return root.send("DELETE", "/api/query", "start", start, "end", end, "m", "sum:cpu");
  }

  private static Reply post(RootFixture root, String delete) throws Exception {
    return root.post(
        "/api/query",
        """
        {"start": %d, "delete": %s, "queries": [{"metric": "cpu", "aggregator": "sum"}]}
        """
            .formatted(START, delete));
  }

  private static Reply query(RootFixture root, String m) throws Exception {
    return root.get("/api/query", "start", Long.toString(START), "m", m);
  }

  private static RootFixture root(RootConfig config) {
    return new RootFixture(config, NOW, RootFixture.namespace("ns1", new Sharding(1, 4)));
  }

  /// Writes ten datapoints per series, 20 s apart.
  private static void fill(RootFixture root, String metric, int series) {
    for (int i = 0; i < series; i++) {
      var name = SeriesName.of(metric, Map.of("host", "web" + i));
      for (int n = 0; n < 10; n++) {
        root.put(name, (START + n * 20L) * 1000, i + 1);
      }
    }
  }
}
