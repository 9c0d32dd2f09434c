package goku.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.cluster.ClusterClient;
import goku.cluster.Followers;
import goku.cluster.NamespacePublisher;
import goku.cluster.NamespaceRegistry;
import goku.config.ConfigLoader;
import goku.embedded.DataDirectory;
import goku.kafka.Topics;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.SharedSettings;
import goku.namespace.FollowedNamespaces;
import goku.namespace.NamespacesText;
import goku.objectstore.S3ObjectStore;
import goku.objectstore.StoredObject;
import goku.shortterm.ShortService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of `goku namespaces remove` with a GokuS node, over real servers.
class NamespaceRemovalTest {
  private static final String NAMESPACES =
      """
      namespaces:
        - name: ads
          default: true
          backfill: 15m
          memory-ttl: 12h
          kafka-topic: ads-topic
          s3: {bucket: ads-bucket}
          shard-groups: 1
          shards-per-group: 1
        - name: ads-old
          backfill: 15m
          memory-ttl: 12h
          kafka-topic: old-topic
          s3: {bucket: old-bucket}
          shard-groups: 1
          shards-per-group: 2
          metrics: [{prefix: old.}]
      """;

  private static final String KEY = "short/00001/snapshot-7.goku";

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final InstantSource clock = InstantSource.system();
  private DataDirectory data;
  private Infrastructure servers;
  private ServiceSettings settings;
  private ClusterClient cluster;
  private S3ObjectStore store;
  private FollowedNamespaces followed;
  private StringWriter out = new StringWriter();

  @BeforeEach
  void start() {
    StandaloneConfig config =
        ConfigLoader.defaults(
            StandaloneConfig.class, "--data=" + directory.resolve("data"), "--memory=64MiB");
    data = DataDirectory.open(config.data());
    servers = new Infrastructure(data, "127.0.0.1", 0, clock, _ -> false);
    servers.start(new StartupProgress(new PrintStream(PrintStream.nullOutputStream()), clock));
    settings = new ServiceSettings(config, servers, data);
    store = new S3ObjectStore(settings.objectStore(), registry);
    store.createS3BucketIfAbsent("old-bucket");
    cluster = new ClusterClient(settings.cluster());
    cluster.start();
    new NamespacePublisher(new NamespaceRegistry(cluster), clock).publish(NAMESPACES, "test");
    followed =
        FollowedNamespaces.of(NamespacesText.of(NAMESPACES, "test"), "test", registry, clock);
  }

  @AfterEach
  void stop() {
    store.close();
    cluster.close();
    servers.close();
    data.close();
  }

  @Test
  void aNamespaceWithoutDataIsRemovedAtOnce() {
    assertThat(remove("ads-old")).as(() -> out.toString()).isZero();
    assertThat(out.toString())
        .contains("topic old-topic and S3 bucket old-bucket have no data and stay");
    assertThat(published()).contains("removed: true");
    assertThat(remove("other")).isEqualTo(1);
    assertThat(out.toString()).contains("there is no namespace other; there are ads, ads-old");
  }

  @Test
  void aNamespaceWithDataIsRemovedWithItsTopicItsObjectsAndItsFiles() throws Exception {
    try (var service = shortTerm();
        var admin = Admin.create(settings.kafka().clientProperties());
        var told = Followers.tell(cluster, "short-a", followed);
        var watch =
            new NamespaceRegistry(cluster).watch(yaml -> followed.offer(yaml, "ZooKeeper"))) {
      service.start();
      await().until(() -> service.check().ok());
      writeRecord("old-topic");
      store.put("old-bucket", KEY, "snapshot".getBytes(UTF_8));
      store.put("old-bucket", "backups/notes.txt", "of somebody else".getBytes(UTF_8));
      assertThat(remove("ads-old")).isEqualTo(1);
      assertThat(out.toString())
          .contains(
              "namespace ads-old has data: 1 records in topic old-topic, 1 objects of 8 in S3")
          .contains("repeat the command with --delete-data");
      assertThat(published()).isEqualTo(NAMESPACES);

      assertThat(remove("ads-old", "--delete-data")).as(() -> out.toString()).isZero();
      assertThat(out.toString())
          .contains("short-a has it", "topic old-topic deleted")
          .contains("1 objects deleted in S3 bucket old-bucket", "1 other objects stay");
      await().until(() -> Topics.partitions(admin, "old-topic").isEmpty());
      assertThat(store.list("old-bucket", ""))
          .extracting(StoredObject::key)
          .containsExactly("backups/notes.txt");
      Path files = data.shortTerm().resolve("shards/ads-old");
      await().until(() -> !Files.exists(files));
      assertThat(service.shards()).hasSize(1).allMatch(shard -> shard.namespace().equals("ads"));
      assertThat(service.check().ok()).isTrue();
      assertThat(Topics.partitions(admin, "ads-topic")).hasValue(1);
      assertThat(told).isNotNull();
      assertThat(watch).isNotNull();
    }
  }

  @Test
  void nothingIsDeletedBeforeAllProcessesKnow() throws Exception {
    store.put("old-bucket", KEY, "snapshot".getBytes(UTF_8));
    try (var told = Followers.tell(cluster, "short-a", followed)) {
      assertThat(remove("ads-old", "--delete-data")).isEqualTo(1);
      assertThat(out.toString())
          .contains("short-a has ", "nothing was deleted yet: repeat the command");
      assertThat(store.exists("old-bucket", KEY)).isTrue();
      followed.offer(published(), "ZooKeeper");
      assertThat(remove("ads-old", "--delete-data")).as(() -> out.toString()).isZero();
      assertThat(store.exists("old-bucket", KEY)).isFalse();
      assertThat(told).isNotNull();
    }
  }

  @Test
  void nothingIsDeletedWhileANodeConsumes() throws Exception {
    store.put("old-bucket", KEY, "snapshot".getBytes(UTF_8));
    try (var service = shortTerm()) {
      service.start();
      await().until(() -> service.check().ok());
      assertThat(remove("ads-old", "--delete-data", "--patience=1s")).isEqualTo(1);
      assertThat(out.toString()).contains("GokuS nodes still consume topic old-topic");
      assertThat(store.exists("old-bucket", KEY)).isTrue();
    }
  }

  private ShortService shortTerm() {
    return new ShortService(
        settings.shortTerm(),
        ServiceSettings.IDENTITY,
        new SharedSettings(followed.live(), new Live<>(Blocklist.NONE), FormatLevel.newest()),
        registry,
        clock);
  }

  /// The shards skip the record, which is no batch.
  private void writeRecord(String topic) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            settings.kafka().clientProperties(),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      var _ = producer.send(new ProducerRecord<>(topic, 0, new byte[0], new byte[] {1})).get();
    }
  }

  private String published() {
    return new NamespaceRegistry(cluster).read().orElseThrow();
  }

  private int remove(String... arguments) {
    var s3 = servers.s3();
    List<String> line = new ArrayList<>(List.of("namespaces", "remove"));
    line.addAll(List.of(arguments));
    line.add("--zookeeper=" + servers.zooKeeper());
    line.add("--short.kafka.bootstrap-servers=" + servers.kafka().bootstrapServers());
    line.add("--short.s3.endpoint=" + s3.endpoint());
    line.add("--short.s3.access-key=" + s3.accessKey());
    line.add("--short.s3.secret-key=" + s3.secretKey());
    out = new StringWriter();
    var command = GokuMain.commandLine(Map.of());
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true));
    return command.execute(line.toArray(String[]::new));
  }
}
