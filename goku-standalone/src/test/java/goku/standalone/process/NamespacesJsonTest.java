package goku.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.config.NamespacesFile;
import goku.namespace.FollowedNamespaces;
import goku.namespace.NamespacesText;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NamespacesJsonTest {
  /// `ns1` with disk is the default, `ns2` in memory claims `a.` since second 1,000,000.
  private static final String TWO =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          disk:
            raw-ttl: 2d
            rollups: [{interval: 15m, ttl: 4d}]
            shard-groups: 1
            shards-per-group: 3
          kafka-topic: t1
          s3: {bucket: bucket-1}
          shard-groups: 2
          shards-per-group: 2
        - name: ns2
          backfill: 2h
          memory-ttl: 24h
          kafka-topic: t2
          s3: {bucket: bucket-2}
          shard-groups: 1
          shards-per-group: 1
          metrics: [{prefix: a., since: 1000000}]
      """;

  private static final String LIMITS =
      "    max-series: 1000\n    series-limits: [{prefix: a.b, max-series: 10}]\n";

  private final FollowedNamespaces followed =
      FollowedNamespaces.of(
          NamespacesText.of(TWO, "n.yaml"),
          "n.yaml",
          new SimpleMeterRegistry(),
          () -> Instant.parse("2024-01-01T00:00:00Z"));

  @Test
  void theStateAsJsonIsANamespacesFile() throws Exception {
    String all =
        TWO.replace("t1\n", "t1\n    pre-aggregate: [{metric: m, keep: [b, a], interval: 90s}]\n")
            .replace("a., since: 1000000}]", "a., since: 1000000}]\n" + LIMITS);
    followed.offer(all, "ZooKeeper");
    followed.offer("", "other");
    JsonNode json = new JsonMapper().readTree(NamespacesJson.of(followed.state()));
    assertThat(json.path("version").asText()).isEqualTo(NamespacesText.version(all));
    assertThat(json.path("since").asText()).isEqualTo("2024-01-01T00:00:00Z");
    assertThat(json.path("refused").path("source").asText()).isEqualTo("other");
    assertThat(json.path("refused").path("problems").path(0).asText())
        .isEqualTo("other:1: namespaces: must be a list with at least one namespace");
    String yaml = "{\"namespaces\":" + json.path("namespaces") + "}";
    assertThat(NamespacesFile.parse(yaml, "json").all()).isEqualTo(followed.live().current().all());
  }
}
