package goku.longterm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.ConfigLoader;
import goku.longterm.tier.StoreException;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.model.TimeRange;
import goku.objectstore.ObjectStoreException;
import goku.testkit.ManualClock;
import goku.testkit.namespace.NamespaceBuilder;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongServiceTest {
  private static final BucketKey QUARTER = Buckets.key(1, 2000, 1);
  private static final BucketKey COLD = Buckets.key(5, 5, 1);
  private static final Instant NOW =
      Instant.ofEpochMilli(QUARTER.startMillis()).plus(Duration.ofHours(7));

  @TempDir private Path directory;
  private S3Server s3;
  private SimpleMeterRegistry registry;
  private LongService service;

  @BeforeEach
  void make() throws Exception {
    s3 = new S3Server();
    open("--poll-interval=1h");
  }

  @AfterEach
  void close() {
    service.close();
    s3.close();
  }

  @Test
  void theNodeServesAllShardsOfNamespacesWithTiers() {
    assertThat(service.shards()).isEmpty();
    service.takeAll();
    service.start();
    assertThat(service.shards()).containsExactly(new ShardId("ns", 0), new ShardId("ns", 1));
    assertThat(service.shard(new ShardId("ns", 1))).isPresent();
    assertThat(service.shard(new ShardId("ns", 2))).isEmpty();
    assertThat(service.shard(new ShardId("memory", 0))).isEmpty();
  }

  @Test
  void theNodeIsHealthyAfterTheFirstPoll() throws Exception {
    assertThat(service.check().reason()).isEqualTo("not started yet");
    upload(QUARTER);
    s3.denyAfter(0);
    service.takeAll();
    service.start();
    assertThatThrownBy(service::pollOnce).isInstanceOf(ObjectStoreException.class);
    assertThat(service.check().ok()).isFalse();
    assertThat(service.check().reason()).contains("denies access");
    s3.denyNothing();
    service.pollOnce();
    assertThat(service.check().ok()).isTrue();
    assertThat(registry.get("goku.long.newest.age").gauge().value()).isNaN();
    upload(new BucketKey(0, 1, QUARTER.startMillis(), 1));
    service.pollOnce();
    assertThat(registry.get("goku.long.newest.age").gauge().value()).isEqualTo(3600);
    assertThat(registry.get("goku.long.memory.ttl").gauge().value()).isEqualTo(86_400);
    assertThat(registry.get("goku.disk.free").gauge().value()).isPositive();
  }

  @Test
  void theNodeFollowsS3Periodically() throws Exception {
    service.close();
    open("--poll-interval=100ms");
    service.takeAll();
    service.start();
    Manifest manifest = upload(QUARTER);
    Awaitility.await().until(() -> bytes() == bytes(manifest));
    assertThat(service.check().ok()).isTrue();
  }

  @Test
  void coldTiersAreOnTheirDisk() throws Exception {
    upload(QUARTER);
    upload(COLD);
    service.close();
    open("--poll-interval=1h", "--cold-directory=" + directory.resolve("cheap"));
    service.takeAll();
    service.start();
    service.pollOnce();
    assertThat(directory.resolve("cheap/ns/00001/manifests")).isNotEmptyDirectory();
    assertThat(directory.resolve("data/hot/ns/00001/manifests")).isNotEmptyDirectory();
    assertThat(directory.resolve("data/cold")).doesNotExist();
  }

  @Test
  void theNodeAnswersDuringAnS3OutageButNotBeforeItKnowsTheDeletes() throws Exception {
    upload(QUARTER);
    service.takeAll();
    service.start();
    service.pollOnce();
    s3.denyAfter(0);
    assertThatThrownBy(service::pollOnce).isInstanceOf(ObjectStoreException.class);
    long start = QUARTER.startMillis();
    long end = start + Buckets.tier(1).bucket().toMillis();
    assertThat(holes(start, start + 1)).isEqualTo(Holes.NONE);
    service.close();
    open("--poll-interval=1h");
    service.takeAll();
    service.start();
    assertThatThrownBy(service::pollOnce).isInstanceOf(ObjectStoreException.class);
    assertThat(holes(start, start + 1))
        .isEqualTo(Holes.of(new Hole(start, start + 2, HoleCause.RECOVERY)));
    assertThat(service.check().ok()).isFalse();
    s3.denyNothing();
    service.pollOnce();
    assertThat(holes(start, end - 1)).isEqualTo(Holes.NONE);
    assertThat(service.check().ok()).isTrue();
  }

  private Holes holes(long start, long end) {
    return service.shard(new ShardId("ns", 1)).orElseThrow().holes(new TimeRange(start, end));
  }

  @Test
  void theErrorNamesTheUnusableDirectory() throws Exception {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("data"), "in the way");
    assertThatThrownBy(service::takeAll)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cannot use directory=" + directory.resolve("data"));
  }

  private void open(String... more) {
    registry = new SimpleMeterRegistry();
    var flags = new java.util.ArrayList<>(List.of(more));
    flags.add("--directory=" + directory.resolve("data"));
    flags.add("--block-cache=64MiB");
    flags.add("--s3.endpoint=" + s3.config().endpoint());
    flags.add("--s3.access-key=" + s3.config().accessKey());
    flags.add("--s3.secret-key=" + s3.config().secretKey());
    LongConfig config = ConfigLoader.defaults(LongConfig.class, flags.toArray(String[]::new));
    var memory =
        NamespaceBuilder.namespace("memory")
            .isDefault(false)
            .memoryTtl(Buckets.DAY)
            .s3Bucket("memory")
            .build();
    service =
        new LongService(
            config,
            SharedSettings.fixed(new Namespaces(List.of(Buckets.namespace(), memory))),
            registry,
            new ManualClock(NOW));
  }

  private double bytes() {
    return registry.get("goku.long.bytes").gauges().stream().mapToDouble(g -> g.value()).sum();
  }

  private static double bytes(Manifest manifest) {
    return manifest.files().stream().mapToDouble(file -> (double) file.bytes()).sum();
  }

  private Manifest upload(BucketKey key) throws Exception {
    return Buckets.upload(s3.client(), directory, key);
  }
}
