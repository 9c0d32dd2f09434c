package goku.longterm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.ConfigLoader;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.Namespaces;
import goku.model.SeriesFilter;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.model.TimeRange;
import goku.objectstore.ObjectStoreException;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.shard.ShardData;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.ShardUnavailableException;
import goku.testkit.ManualClock;
import goku.tier.BucketKey;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A test of nodes of GokuL that take and release shards.
class TakeAndReleaseTest {
  private static final ShardId SHARD = new ShardId("ns", 1);
  private static final BucketKey QUARTER = Buckets.key(1, 2000, 1);
  private static final Instant NOW =
      Instant.ofEpochMilli(QUARTER.startMillis()).plus(Duration.ofHours(7));
  private static final TimeRange RANGE =
      new TimeRange(QUARTER.startMillis(), QUARTER.startMillis() + 1);

  private static final SeriesFilter CPU = new SeriesFilter("cpu", List.of(), false);

  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(NOW);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private S3Server s3;
  private LongService node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    Buckets.upload(s3.client(), directory, QUARTER);
    node = node("one");
    node.start();
  }

  @AfterEach
  void close() {
    node.close();
    s3.close();
  }

  @Test
  void aTakenShardFillsItselfAndServes() {
    assertThat(node.shards()).isEmpty();
    assertThat(node.check().ok()).isTrue();
    node.take(SHARD);
    awaitServing(node);
    assertThat(node.shards()).containsExactly(SHARD);
    assertThat(node.shard(SHARD).orElseThrow().holes(RANGE)).isEqualTo(Holes.NONE);
    assertThat(registry.get("goku.long.ingests").timer().count()).isEqualTo(1);
  }

  @Test
  void anEmptyShardDoesNotLookComplete() {
    s3.denyAfter(0);
    node.take(SHARD);
    assertThatThrownBy(node::pollOnce).isInstanceOf(ObjectStoreException.class);
    assertThat(node.health())
        .containsExactly(
            new ShardHealth(
                SHARD,
                ShardState.RECOVERING,
                0,
                Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY)
                    .plus(new Hole(Long.MIN_VALUE, Long.MAX_VALUE, HoleCause.NOT_YET))));
    assertThat(node.shard(SHARD).orElseThrow().holes(RANGE).completeFromMillis())
        .isGreaterThan(RANGE.endMillis());
    s3.denyNothing();
    node.pollOnce();
    long end = QUARTER.startMillis() + Buckets.tier(1).bucket().toMillis();
    var rest = new Hole(end, Long.MAX_VALUE, HoleCause.NOT_YET);
    assertThat(node.health())
        .containsExactly(new ShardHealth(SHARD, ShardState.SERVING, 0, Holes.of(rest)));
  }

  @Test
  void takingAndReleasingTwiceChangesNothing() {
    node.release(SHARD);
    node.take(SHARD);
    ShardData shard = node.shard(SHARD).orElseThrow();
    node.take(SHARD);
    assertThat(node.shard(SHARD)).containsSame(shard);
    node.release(SHARD);
    node.release(SHARD);
    assertThat(node.shards()).isEmpty();
    assertThat(node.health()).isEmpty();
    assertThatThrownBy(() -> node.take(new ShardId("ns", 99)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no shard ns/99");
  }

  @Test
  void aReturningShardFindsItsFiles() {
    node.take(SHARD);
    awaitServing(node);
    node.release(SHARD);
    clock.advance(Duration.ofMinutes(59));
    node.tidy();
    node.take(SHARD);
    awaitServing(node);
    assertThat(registry.get("goku.long.ingests").timer().count()).isEqualTo(1);
  }

  @Test
  void filesOfAShardThatDoesNotReturnAreRemovedAfterAWhile() {
    node.take(SHARD);
    awaitServing(node);
    node.release(SHARD);
    assertThat(files("one")).exists();
    assertThat(registry.get("goku.long.shards.released").gauge().value()).isEqualTo(1);
    clock.advance(Duration.ofHours(1));
    node.tidy();
    assertThat(files("one")).doesNotExist();
    node.take(SHARD);
    awaitServing(node);
    assertThat(registry.get("goku.long.ingests").timer().count()).isEqualTo(2);
  }

  @Test
  void filesOfAnEarlierRunAreRemovedIfTheShardDoesNotReturn() {
    node.take(SHARD);
    awaitServing(node);
    node.close();
    node = node("one");
    node.start();
    clock.advance(Duration.ofHours(1));
    node.tidy();
    assertThat(files("one")).doesNotExist();
  }

  @Test
  void aRunningQueryContinuesAfterTheReleaseOfItsShard() throws Exception {
    node.take(SHARD);
    awaitServing(node);
    ShardData shard = node.shard(SHARD).orElseThrow();
    SeriesSelection reading = shard.select(CPU, new TimeRange(0, 1), Resolution.RAW);
    var release = CompletableFuture.runAsync(() -> node.release(SHARD));
    Awaitility.await().until(() -> node.shard(SHARD).isEmpty());
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> shard.knows(NameKind.METRIC, "cpu"))
                    .isInstanceOf(ShardUnavailableException.class));
    assertThat(release).isNotDone();
    reading.close();
    release.join();
    node.take(SHARD);
    awaitServing(node);
  }

  @Test
  void aShardMovesFromOneNodeToAnother() {
    node.take(SHARD);
    awaitServing(node);
    try (LongService other = node("two")) {
      other.start();
      other.take(SHARD);
      awaitServing(other);
      node.release(SHARD);
      assertThat(other.shard(SHARD).orElseThrow().holes(RANGE)).isEqualTo(Holes.NONE);
    }
  }

  @Test
  void theLastOfManyQuickCallsDecidesTheStateOfAShard() {
    var other = new ShardId("ns", 0);
    List<CompletableFuture<Void>> changes = new ArrayList<>();
    for (ShardId shard : List.of(SHARD, other)) {
      changes.add(
          CompletableFuture.runAsync(
              () -> {
                for (int turn = 0; turn < 5; turn++) {
                  node.take(shard);
                  node.release(shard);
                }
                node.take(shard);
              }));
    }
    changes.forEach(CompletableFuture::join);
    awaitServing(node);
    assertThat(node.shards()).containsExactly(other, SHARD);
  }

  private static void awaitServing(LongService node) {
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(node.health())
                    .isNotEmpty()
                    .allMatch(shard -> shard.state() == ShardState.SERVING));
  }

  private Path files(String name) {
    return directory.resolve(name).resolve("hot/ns/00001");
  }

  private LongService node(String name) {
    LongConfig config =
        ConfigLoader.defaults(
            LongConfig.class,
            "--directory=" + directory.resolve(name),
            "--block-cache=64MiB",
            "--poll-interval=1h",
            "--keep-released=1h",
            "--s3.endpoint=" + s3.config().endpoint(),
            "--s3.access-key=" + s3.config().accessKey(),
            "--s3.secret-key=" + s3.config().secretKey());
    return new LongService(
        config,
        SharedSettings.fixed(new Namespaces(List.of(Buckets.namespace()))),
        name.equals("one") ? registry : new SimpleMeterRegistry(),
        clock);
  }
}
