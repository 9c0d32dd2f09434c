package goku.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.NamespaceRegistry;
import goku.embedded.DataDirectory;
import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.embedded.EmbeddedZooKeeper;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import goku.testkit.Records;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledServersTest {
  private static final int RECORDS = 5_000;

  @TempDir private Path directory;

  @Test
  void bringBackAllThatWasAcknowledgedBeforeTheKill() throws Exception {
    ServersInAnotherProcess killed = ServersInAnotherProcess.start(directory);
    try {
      Records.createTopic(killed.address("kafka"));
      Records.produce(killed.address("kafka"), 0, RECORDS);
      publishNamespaces(killed.address("zookeeper"), "namespaces: []");
      try (ObjectStore store = store(killed.address("s3"), killed.address("secret"))) {
        store.createS3BucketIfAbsent("goku");
        store.put("goku", "a/b", "object".getBytes(StandardCharsets.UTF_8));
      }
      assertThatThrownBy(() -> DataDirectory.open(directory))
          .hasMessageContaining("it is in use by another Goku (process ");
    } finally {
      killed.kill();
    }

    try (DataDirectory data = DataDirectory.open(directory);
        EmbeddedKafka kafka = new EmbeddedKafka(data.kafka(), "127.0.0.1", 0);
        EmbeddedZooKeeper zookeeper = new EmbeddedZooKeeper(data.zookeeper());
        EmbeddedS3 s3 = new EmbeddedS3(data.s3())) {
      kafka.start();
      zookeeper.start();
      s3.start();
      assertThat(Records.consume(kafka.bootstrapServers(), RECORDS)).hasSize(RECORDS);
      assertThat(readNamespaces(zookeeper.connectString())).isEqualTo("namespaces: []");
      try (ObjectStore store = store(s3.endpoint().toString(), s3.secretKey())) {
        assertThat(store.get("goku", "a/b")).hasValue("object".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static void publishNamespaces(String servers, String yaml) {
    try (ClusterClient client = new ClusterClient(new ClusterConfig(servers, "z1", "n1"))) {
      client.start();
      var registry = new NamespaceRegistry(client);
      assertThat(registry.replace(registry.published(), yaml)).isTrue();
    }
  }

  private static String readNamespaces(String servers) {
    try (ClusterClient client = new ClusterClient(new ClusterConfig(servers, "z1", "n1"))) {
      client.start();
      return new NamespaceRegistry(client).read().orElseThrow();
    }
  }

  private static ObjectStore store(String endpoint, String secret) {
    return new S3ObjectStore(
        new ObjectStoreConfig(endpoint, "us-east-1", "goku", secret, true),
        new SimpleMeterRegistry());
  }
}
