package goku.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.NamespacePublisher;
import goku.cluster.NamespaceRegistry;
import goku.cluster.SharedEntry;
import goku.embedded.EmbeddedZooKeeper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The commands of `goku cluster` with a published map of one shard, which the nodes s1 in zone a
/// and s2 in zone b serve.
class ClusterCommandTest {
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

  @TempDir private Path directory;
  private EmbeddedZooKeeper zookeeper;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void publish() {
    zookeeper = new EmbeddedZooKeeper(directory);
    zookeeper.start();
    try (var cluster =
        new ClusterClient(new ClusterConfig(zookeeper.connectString(), "", "test"))) {
      cluster.start();
      new NamespacePublisher(new NamespaceRegistry(cluster), InstantSource.fixed(Instant.EPOCH))
          .publish(NAMESPACES, "namespaces of the test");
      put(cluster, "/goku/nodes", "\"service\":\"short\",\"answers\":true");
      put(cluster, "/goku/shard-map/short/ns1", "\"shards\":[[0,0,0]]");
    }
  }

  private static void put(ClusterClient cluster, String path, String more) {
    String json =
        """
        {"version":1,"at":%d,"nodes":[
        {"name":"s1","zone":"a","address":"h:1",%s},{"name":"s2","zone":"b","address":"h:2",%s}]}
        """
            .formatted(InstantSource.system().millis(), more, more);
    new SharedEntry<>(cluster, path, "entry of the test", "", new Text()).change(_ -> json);
  }

  private static final class Text implements SharedEntry.Format<String> {
    @Override
    public String read(byte[] bytes) {
      return new String(bytes, UTF_8);
    }

    @Override
    public byte[] write(String value) {
      return value.getBytes(UTF_8);
    }
  }

  @AfterEach
  void stop() {
    zookeeper.close();
  }

  @Test
  void nodesMayStopWhileOthersServeTheirShards() {
    assertThat(run("ok-to-stop", "s1")).isZero();
    assertThat(out).hasToString("ok to stop: s1\n");
    assertThat(run("ok-to-stop", "s1", "s2")).isEqualTo(1);
    assertThat(err.toString()).contains("shard short ns1/0: only s1 serves it");
  }

  @Test
  void aZoneStandsForItsNodes() {
    assertThat(run("ok-to-stop", "a")).isZero();
    assertThat(run("ok-to-stop", "a", "s2")).isEqualTo(1);
    assertThat(err.toString()).contains("shard short ns1/0: only s1 serves it");
  }

  @Test
  void unknownNamesAreNamed() {
    assertThat(run("ok-to-stop", "s1", "nobody")).isEqualTo(1);
    assertThat(err.toString()).contains("no node or zone is named nobody");
    assertThat(run("drain", "s1", "nobody")).isEqualTo(1);
    assertThat(err.toString()).contains("cannot drain nobody: no node or zone has this name");
  }

  @Test
  void drainsLastUntilUndrain() {
    assertThat(run("drain", "a")).isZero();
    assertThat(out).hasToString("drained a\n");
    assertThat(run("undrain", "a", "b")).isEqualTo(1);
    assertThat(out.toString()).contains("undrained a");
    assertThat(err).hasToString("b is not drained\n");
    assertThat(run("drain", "a", "s2")).isZero();
    assertThat(out.toString()).contains("still read there: shard short ns1/0: only s");
  }

  @Test
  void theStatusIsTextOrJson() {
    assertThat(run("status")).isZero();
    assertThat(out.toString()).contains("\ns1    short    a     h:1").doesNotContain("\"served\"");
    assertThat(run("status", "--json")).isZero();
    assertThat(out.toString()).contains("{\"served\":true,");
  }

  private int run(String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of("cluster", command));
    all.addAll(List.of(arguments));
    all.add("--zookeeper=" + zookeeper.connectString());
    CommandLine line = GokuMain.commandLine(Map.of());
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(all.toArray(String[]::new));
  }
}
