package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.testkit.Records;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaTest {
  @TempDir private Path directory;

  @Test
  void keepsRecordsAndClusterIdOverARestartOnOtherPorts() throws Exception {
    String clusterId;
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      kafka.start();
      clusterId = clusterId(kafka);
      Records.createTopic(kafka.bootstrapServers());
      Records.produce(kafka.bootstrapServers(), 0, 100);
    }
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      kafka.start();
      Records.produce(kafka.bootstrapServers(), 100, 200);
      assertThat(clusterId(kafka)).isEqualTo(clusterId);
      assertThat(Records.consume(kafka.bootstrapServers(), 200)).hasSize(200);
    }
  }

  @Test
  void refusesRecordsOfAFrozenTopicUntilItIsNoLongerFrozen() throws Exception {
    Set<String> frozen = ConcurrentHashMap.newKeySet();
    try (EmbeddedKafka kafka =
        new EmbeddedKafka(directory, "127.0.0.1", 0, InstantSource.system(), frozen::contains)) {
      kafka.start();
      Records.createTopic(kafka.bootstrapServers());
      Records.produce(kafka.bootstrapServers(), 0, 10);
      frozen.add("numbers");
      assertThatThrownBy(() -> Records.produce(kafka.bootstrapServers(), 10, 20))
          .hasCauseInstanceOf(TopicAuthorizationException.class);
      assertThat(Records.consume(kafka.bootstrapServers(), 10)).as("reads continue").hasSize(10);
      frozen.clear();
      Records.produce(kafka.bootstrapServers(), 10, 20);
    }
  }

  @Test
  void finishesAFormatThatWasInterrupted() throws Exception {
    Files.writeString(directory.resolve("bootstrap.checkpoint.tmp"), "half");
    Files.writeString(directory.resolve("bootstrap.checkpoint"), "half");
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      kafka.start();
      assertThat(clusterId(kafka)).isNotEmpty();
    }
  }

  @Test
  void saysWhyItDidNotStart() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        EmbeddedKafka kafka = new EmbeddedKafka(directory, "127.0.0.1", taken.getLocalPort())) {
      assertThatThrownBy(kafka::start)
          .isInstanceOf(StartupProblem.class)
          .hasMessageContaining("cannot start Kafka on 127.0.0.1:" + taken.getLocalPort())
          .hasMessageContaining("in use")
          .hasMessageNotContaining("Remedy");
    }
  }

  @Test
  void namesTheRemedyForDamagedFiles() throws Exception {
    Files.writeString(directory.resolve("meta.properties"), "version=-7");
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      assertThatThrownBy(kafka::start)
          .isInstanceOf(StartupProblem.class)
          .hasMessageContaining("Remedy: move " + directory + " away");
    }
  }

  @Test
  void advertisesANameForAWildcardAddress() {
    assertThat(new EmbeddedKafka(directory, "0.0.0.0", 9092).bootstrapServers())
        .endsWith(":9092")
        .doesNotStartWith("0.0.0.0");
    assertThat(new EmbeddedKafka(directory, "::1", 9092).bootstrapServers())
        .isEqualTo("[::1]:9092");
  }

  private static String clusterId(EmbeddedKafka kafka) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      return admin.describeCluster().clusterId().get();
    }
  }
}
