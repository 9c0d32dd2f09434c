package goku.longterm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.config.ConfigLoader;
import goku.model.Blocklist;
import goku.model.Disk;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.NameKind;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.rpc.ShardState;
import goku.testkit.ManualClock;
import goku.testkit.namespace.NamespaceBuilder;
import goku.tier.BucketKey;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A test of a node of GokuL whose namespaces change while it runs.
class NamespaceChangeTest {
  private static final BucketKey QUARTER = Buckets.key(1, 2000, 1);
  private static final Instant NOW =
      Instant.ofEpochMilli(QUARTER.startMillis()).plus(Duration.ofHours(9));
  private static final ShardId NEW = new ShardId("new", 2);

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Live<Namespaces> live = new Live<>(new Namespaces(List.of(Buckets.namespace())));
  private S3Server s3;
  private LongService node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    Buckets.upload(s3.client(), directory, QUARTER);
    LongConfig config =
        ConfigLoader.defaults(
            LongConfig.class,
            "--directory=" + directory.resolve("node"),
            "--block-cache=64MiB",
            "--poll-interval=1h",
            "--s3.endpoint=" + s3.config().endpoint(),
            "--s3.access-key=" + s3.config().accessKey(),
            "--s3.secret-key=" + s3.config().secretKey());
    node =
        new LongService(
            config,
            new SharedSettings(live, new Live<>(Blocklist.NONE), FormatLevel.newest()),
            registry,
            new ManualClock(NOW));
    node.start();
  }

  @AfterEach
  void close() {
    node.close();
    s3.close();
  }

  @Test
  void aSingleNodeCreatesTheS3BucketOfANewNamespaceAndTakesItsShards() {
    node.takeAll();
    assertThat(node.shards()).hasSize(2);
    live.replace(new Namespaces(List.of(added(), Buckets.namespace())));
    await()
        .untilAsserted(
            () ->
                assertThat(node.health())
                    .hasSize(5)
                    .allMatch(shard -> shard.state() == ShardState.SERVING));
    assertThat(s3.client().list("new-bucket", "")).isEmpty();
    await().untilAsserted(() -> assertThat(node.check().ok()).isTrue());
    assertThat(registry.get("goku.long.newest.age").tag("namespace", "new").gauge()).isNotNull();
  }

  @Test
  void aNodeOfAClusterCanBeGivenShardsOfANewNamespace() {
    assertThatThrownBy(() -> node.take(NEW)).isInstanceOf(IllegalArgumentException.class);
    live.replace(new Namespaces(List.of(added(), Buckets.namespace())));
    node.take(NEW);
    assertThat(node.shards()).containsExactly(NEW);
  }

  @Test
  void theShardsAndFilesOfARemovedNamespaceGo() {
    live.replace(new Namespaces(List.of(added(), Buckets.namespace())));
    node.takeAll();
    Path files = directory.resolve("node/hot/new");
    assertThat(files).isNotEmptyDirectory();
    live.replace(new Namespaces(List.of(Buckets.namespace())).withRemoved(List.of(added())));
    await().until(() -> !Files.exists(files));
    assertThat(node.shards()).hasSize(2);
    node.release(NEW);
    await().untilAsserted(() -> assertThat(node.check().ok()).isTrue());
    assertThatThrownBy(() -> node.take(NEW)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void filesOfARemovedNamespaceThatAnEarlierRunLeftGoToo() throws IOException {
    Path files = directory.resolve("node/hot/new");
    Files.writeString(Files.createDirectories(files.resolve("00002")).resolve("left"), "file");
    live.replace(new Namespaces(List.of(Buckets.namespace())).withRemoved(List.of(added())));
    await().until(() -> !Files.exists(files));
  }

  @Test
  void aShorterTimeToLiveAppliesToOpenShards() {
    node.takeAll();
    node.pollOnce();
    assertThat(names()).isNotEmpty();
    live.replace(
        new Namespaces(List.of(Buckets.namespace(new Disk(Duration.ofHours(1), List.of())))));
    assertThat(names()).as("at once for queries").isEmpty();
    node.pollOnce();
    assertThat(registry.get("goku.long.drops").counter().count()).isEqualTo(1);
  }

  private List<String> names() {
    ShardId shard = new ShardId("ns", Buckets.SHARD);
    return node.shard(shard).orElseThrow().suggest(NameKind.METRIC, "", 5);
  }

  private static Namespace added() {
    return NamespaceBuilder.namespace("new")
        .isDefault(false)
        .disk(new Disk(Duration.ofDays(24), List.of()))
        .s3Bucket("new-bucket")
        .shards(1, 3)
        .build();
  }
}
