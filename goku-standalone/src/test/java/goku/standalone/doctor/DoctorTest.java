package goku.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.ConfigLoader;
import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.embedded.EmbeddedZooKeeper;
import goku.kafka.Replication;
import goku.kafka.Topics;
import goku.model.Namespace;
import goku.standalone.process.NamespacesSource;
import goku.standalone.process.ShortProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  @TempDir private Path directory;

  @Test
  void aClusterIsLookedAtFromZooKeeperToTheTopicsAndS3Buckets() throws Exception {
    Namespace namespace = NamespacesSource.of(Path.of("")).read().namespaces().all().getFirst();
    Files.createDirectories(directory.resolve("zookeeper"));
    try (var kafka = new EmbeddedKafka(directory.resolve("kafka"), "127.0.0.1", 0);
        var zooKeeper = new EmbeddedZooKeeper(directory.resolve("zookeeper"));
        var s3 = new EmbeddedS3(Files.createDirectories(directory.resolve("s3")))) {
      kafka.start();
      zooKeeper.start();
      s3.start();
      Files.createDirectories(directory.resolve("s3").resolve(namespace.s3Bucket()));
      String[] flags = {
        "--cluster.zookeeper=" + zooKeeper.connectString(),
        "--kafka.bootstrap-servers=" + kafka.bootstrapServers(),
        "--s3.endpoint=" + s3.endpoint(),
        "--s3.access-key=" + s3.accessKey(),
        "--s3.secret-key=" + s3.secretKey()
      };
      assertThat(cluster(0, flags))
          .contains("ok    zookeeper                     can be written")
          .contains("warn  controllers                   none lives")
          .contains("warn  topic goku-annotations")
          .contains("warn  topic goku-metadata")
          .contains("warn  topic " + namespace.kafkaTopic())
          .contains("ok    bucket " + namespace.s3Bucket())
          .contains("0 failed");
      String[] prefixed = Arrays.copyOf(flags, flags.length + 1);
      prefixed[flags.length] = "--kafka.prefix=team-b";
      assertThat(cluster(0, prefixed))
          .contains("warn  topic team-b-annotations")
          .contains("warn  topic team-b-metadata")
          .contains("warn  topic team-b-queried-metrics");

      try (var admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        Topics.ensureNamespace(admin, Replication.DERIVED, namespace);
        assertThat(cluster(0, flags)).contains("ok    topic " + namespace.kafkaTopic());
        int shards = namespace.sharding().shards();
        var more = Map.of(namespace.kafkaTopic(), NewPartitions.increaseTo(shards + 2));
        admin.createPartitions(more).all().get();
        Topics.ensureNamespace(
            admin, Replication.DERIVED, namespace); // additional partitions do no harm
        assertThat(cluster(0, flags))
            .contains("%d partitions, %d are used".formatted(shards + 2, shards));
        set(admin, namespace.kafkaTopic(), "retention.ms", "60000");
        admin
            .createTopics(
                List.of(new NewTopic("goku-annotations", Optional.of(2), Optional.empty())))
            .all()
            .get();
        assertThat(cluster(1, flags))
            .contains("retention.ms is 60000")
            .contains("--add-config retention.ms=")
            .contains("cleanup.policy is delete, compact is needed")
            .contains("2 partitions, 1 are needed")
            .contains("3 failed");
      }
      flags[flags.length - 1] = "--s3.secret-key=another";
      assertThat(cluster(1, flags)).contains("s3:PutObject");
    }
  }

  @Test
  void aServiceIsLookedAtFromItsOwnMachineOutwards() throws Exception {
    var config =
        ConfigLoader.defaults(
            ShortProcess.class,
            "--http.port=0",
            "--rpc.port=0",
            "--short.directory=" + directory.resolve("short"),
            "--short.memory-budget=1000000GiB",
            "--short.kafka.bootstrap-servers=127.0.0.1:1",
            "--short.s3.endpoint=http://127.0.0.1:1",
            "--short.s3.access-key=a",
            "--short.s3.secret-key=b");
    assertThat(examined(1, config))
        .contains("ok    java ", "fail  memory ")
        // a slow disk is a warning
        .containsPattern("(ok  |warn)  directory short\\.directory")
        .contains("ok    port http.port", "ok    port rpc.port", "ok    namespaces")
        .contains("fail  kafka                         127.0.0.1:1 cannot be reached")
        .contains("fail  bucket ", "does not answer", "fail  clock ");
  }

  private String cluster(int exitCode, String... flags) throws Exception {
    return examined(exitCode, ConfigLoader.defaults(ClusterAddresses.class, flags));
  }

  private static String examined(int exitCode, Record config) throws Exception {
    var out = new StringWriter();
    int code = Doctor.run(config, new PrintWriter(out), InstantSource.system());
    assertThat(code).as(out.toString()).isEqualTo(exitCode);
    return out.toString();
  }

  private static void set(Admin admin, String topic, String key, String value) throws Exception {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    var set = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
    admin.incrementalAlterConfigs(Map.of(resource, List.of(set))).all().get();
  }
}
