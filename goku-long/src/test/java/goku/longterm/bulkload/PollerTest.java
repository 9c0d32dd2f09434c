package goku.longterm.bulkload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.longterm.Buckets;
import goku.longterm.S3Server;
import goku.longterm.tier.PinnedBuckets;
import goku.longterm.tier.StoreException;
import goku.model.Holes;
import goku.objectstore.ObjectStoreException;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PollerTest {
  private static final BucketKey DAY = Buckets.key(2, 500, 1);
  private static final List<BucketKey> QUARTERS =
      List.of(
          Buckets.key(1, 2000, 1),
          Buckets.key(1, 2001, 1),
          Buckets.key(1, 2002, 1),
          Buckets.key(1, 2003, 1));
  private static final BucketKey COLD = Buckets.key(5, 5, 1);
  private static final Instant NOW =
      Instant.ofEpochMilli(QUARTERS.getLast().startMillis()).plus(Duration.ofHours(7));

  @TempDir private Path directory;
  private S3Server s3;
  private TestNode node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new TestNode(directory.resolve("node"), s3, NOW);
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  @Test
  void completeBucketsAreLoaded() throws Exception {
    upload(QUARTERS.get(0));
    upload(QUARTERS.get(1));
    s3.client().delete(Buckets.S3_BUCKET, Buckets.markerKey(QUARTERS.get(1)));
    node.poller.pollOnce();
    assertThat(node.visible()).containsExactly(QUARTERS.get(0));
    node.poller.pollOnce();
    assertThat(node.count("goku.long.ingests")).isEqualTo(1);
    assertThat(node.gauge("goku.long.buckets")).isEqualTo(1);
    assertThat(node.gauge("goku.long.bytes")).isPositive();
  }

  @Test
  void thePollerIsHealthyOnceTheFirstListingIsLoaded() throws Exception {
    upload(QUARTERS.get(0));
    assertThat(node.poller.complaint()).contains("shard ns/1: S3 has not been listed yet");
    s3.denyAfter(0);
    assertThatThrownBy(node.poller::pollOnce).isInstanceOf(ObjectStoreException.class);
    assertThat(node.poller.complaint().orElseThrow()).contains("denies access");
    s3.denyNothing();
    node.poller.pollOnce();
    assertThat(node.poller.complaint()).isEmpty();

    s3.denyAfter(0);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(node.poller::pollOnce).isInstanceOf(ObjectStoreException.class);
      assertThat(node.poller.complaint()).as("for a moment").isEmpty();
    }
    assertThatThrownBy(node.poller::pollOnce).isInstanceOf(ObjectStoreException.class);
    assertThat(node.poller.complaint().orElseThrow()).contains("denies access");
    assertThat(node.visible()).containsExactly(QUARTERS.get(0));
  }

  @Test
  void expiredBucketsAreDroppedOnceTheNextTierHasThem() throws Exception {
    for (BucketKey key : QUARTERS) {
      upload(key);
    }
    node.poller.pollOnce();
    node.clock.advance(Buckets.tier(1).ttl());
    node.poller.pollOnce();
    assertThat(node.visible()).isEqualTo(QUARTERS);

    upload(DAY, QUARTERS.toArray(BucketKey[]::new));
    node.poller.pollOnce();
    assertThat(node.visible()).containsExactly(DAY);
    assertThat(node.count("goku.long.drops")).isEqualTo(4);
    assertThat(node.tables("hot")).isEqualTo(3);
  }

  @Test
  void expiredBucketsAreDroppedEvenDuringAnS3Outage() throws Exception {
    upload(COLD);
    node.poller.pollOnce();
    assertThat(node.visible()).containsExactly(COLD);
    s3.denyAfter(0);
    node.clock.advance(Duration.ofDays(800));
    assertThatThrownBy(node.poller::pollOnce).isInstanceOf(ObjectStoreException.class);
    assertThat(node.visible()).isEmpty();
    assertThat(node.tables("cold")).isZero();
  }

  @Test
  void aLaterGenerationReplacesTheEarlierOne() throws Exception {
    BucketKey later = Buckets.key(1, 2000, 2);
    upload(QUARTERS.get(0));
    node.poller.pollOnce();
    upload(later);
    try (PinnedBuckets pinned = node.shard.pin()) {
      node.poller.pollOnce();
      assertThat(node.visible()).containsExactly(later);
      assertThat(node.tables("hot")).as("while it is read").isEqualTo(6);
      assertThat(pinned.buckets()).hasSize(1);
    }
    node.poller.pollOnce();
    assertThat(node.tables("hot")).isEqualTo(3);
  }

  @Test
  void aDamagedFileIsReportedAndNotUsed() throws Exception {
    upload(QUARTERS.get(1));
    Manifest manifest = upload(QUARTERS.get(0));
    String key = TierKeys.tierDirectory(QUARTERS.get(0)) + "7.sst";
    byte[] good = s3.client().get(Buckets.S3_BUCKET, key).orElseThrow();
    byte[] bad = good.clone();
    bad[100] ^= 1;
    assertDamaged(key, bad, "broken (7.sst at offset 0: found checksum ");
    assertDamaged(
        key,
        new byte[10],
        "broken (7.sst at offset 10: found 10 bytes, wanted %d according".formatted(good.length));
    s3.client().delete(Buckets.S3_BUCKET, key);
    assertThatThrownBy(node.poller::pollOnce).hasMessageContaining("no such object");
    assertThat(node.visible()).containsExactly(QUARTERS.get(1));
    assertThat(node.count("goku.long.ingest.damaged")).isEqualTo(3);

    s3.client().put(Buckets.S3_BUCKET, key, good);
    node.poller.pollOnce();
    assertThat(node.shard.ingested()).contains(manifest);
    assertThat(node.poller.complaint()).isEmpty();
  }

  @Test
  void anInvalidMarkerIsReportedAndBlocksNoOtherBucket() throws Exception {
    upload(QUARTERS.get(1));
    String broken = Buckets.markerKey(QUARTERS.get(0));
    s3.client().put(Buckets.S3_BUCKET, broken, new byte[] {'{'});
    String foreign = Buckets.markerKey(QUARTERS.get(2));
    byte[] other = s3.client().get(Buckets.S3_BUCKET, Buckets.markerKey(QUARTERS.get(1))).get();
    s3.client().put(Buckets.S3_BUCKET, foreign, other);
    node.poller.pollOnce();
    assertThat(node.visible()).containsExactly(QUARTERS.get(1));
    assertThat(node.poller.complaint().orElseThrow())
        .containsAnyOf(broken, foreign + ": found bucket");
    assertThat(node.count("goku.long.ingest.damaged")).isEqualTo(2);
  }

  @Test
  void aFileNameCannotLeaveTheDirectory() throws Exception {
    Manifest manifest = upload(QUARTERS.get(0));
    StoredFile file = manifest.files().getFirst();
    for (String name : List.of("../../evil.sst", "/tmp/evil.sst", "..")) {
      String json = new String(manifest.toBytes(), UTF_8).replace(file.name(), name);
      s3.client().put(Buckets.S3_BUCKET, Buckets.markerKey(QUARTERS.get(0)), json.getBytes(UTF_8));
      try (var fresh = new TestNode(directory.resolve("fresh"), s3, NOW)) {
        assertThatThrownBy(fresh.poller::pollOnce).hasMessageContaining("invalid file name");
        assertThat(fresh.visible()).isEmpty();
      }
    }
  }

  @Test
  void aBucketThatDoesNotFitIsNotDownloaded() throws Exception {
    Manifest manifest = upload(QUARTERS.get(0));
    StoredFile file = manifest.files().getFirst();
    String json =
        new String(manifest.toBytes(), UTF_8)
            .replace("\"bytes\" : " + file.bytes(), "\"bytes\" : " + (1L << 60));
    s3.client().put(Buckets.S3_BUCKET, Buckets.markerKey(QUARTERS.get(0)), json.getBytes(UTF_8));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(node.poller::pollOnce)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("do not fit into")
          .hasMessageContaining("free space, the download is retried");
    }
    assertThat(node.poller.complaint().orElseThrow()).contains("do not fit into");
    assertThat(node.roomWanted).as("files of released shards are to be removed").isTrue();
  }

  @Test
  void aDirectoryThatWasDeletedIsFilledFromS3() throws Exception {
    for (BucketKey key : QUARTERS) {
      upload(key);
    }
    upload(DAY, QUARTERS.toArray(BucketKey[]::new));
    upload(COLD);
    node.poller.pollOnce();
    try (var replacement = new TestNode(directory.resolve("replacement"), s3, NOW)) {
      replacement.poller.pollOnce();
      assertThat(replacement.visible()).isEqualTo(node.visible()).hasSize(6);
      assertThat(replacement.content()).isEqualTo(node.content());
    }
  }

  @Test
  void aCrashAnywhereLeadsToTheSameStateAfterTheNextStart() throws Exception {
    upload(COLD);
    upload(QUARTERS.get(0));
    node.poller.pollOnce();
    upload(Buckets.key(1, 2000, 2));
    node.poller.pollOnce();

    for (int reads = 0; ; reads++) {
      Path own = directory.resolve("dies-" + reads);
      s3.denyAfter(reads);
      try (var dying = new TestNode(own, s3, NOW)) {
        try {
          dying.poller.pollOnce();
        } catch (ObjectStoreException denied) {
          assertThat(s3.hasDenied()).isTrue();
        }
        assertThat(node.visible()).containsAll(dying.visible());
      }
      boolean isLast = !s3.hasDenied();
      s3.denyNothing();
      try (var next = new TestNode(own, s3, NOW)) {
        next.poller.pollOnce();
        assertThat(next.visible()).isEqualTo(node.visible());
        assertThat(next.content()).isEqualTo(node.content());
        assertThat(next.tables("hot")).isEqualTo(node.tables("hot"));
        assertThat(next.tables("cold")).isEqualTo(node.tables("cold"));
      }
      if (isLast) {
        assertThat(reads).isGreaterThan(10);
        break;
      }
    }
  }

  @Test
  void thePollerTellsWhichTimesAreMissing() throws Exception {
    long two = Duration.ofHours(2).toMillis();
    long end = QUARTERS.get(1).startMillis();
    finalized(end - two);
    finalized(end);
    upload(QUARTERS.get(0));
    node.poller.pollOnce();
    assertThat(completeTo()).isEqualTo(end);
    upload(QUARTERS.get(1));
    node.poller.pollOnce();
    assertThat(completeTo())
        .as("GokuS has the rest")
        .isEqualTo(end + Buckets.tier(1).bucket().toMillis());
    // an old bucket in S3 cannot be fetched
    upload(COLD);
    s3.client().delete(Buckets.S3_BUCKET, TierKeys.tierDirectory(COLD) + "7.sst");
    assertThatThrownBy(node.poller::pollOnce).isInstanceOf(DamagedBucketException.class);
    assertThat(completeTo()).isEqualTo(COLD.startMillis());
  }

  private void assertDamaged(String key, byte[] bad, String how) {
    s3.client().put(Buckets.S3_BUCKET, key, bad);
    assertThatThrownBy(node.poller::pollOnce)
        .isInstanceOf(DamagedBucketException.class)
        .hasMessageContaining("s3://metrics/%s: %s".formatted(key, how));
    assertThat(node.visible()).containsExactly(QUARTERS.get(1));
    assertThat(node.poller.complaint().orElseThrow()).contains(key);
  }

  private void finalized(long startMillis) {
    String key = TierKeys.finalized(new BucketKey(0, 0, startMillis, 1));
    s3.client().put(Buckets.S3_BUCKET, key, new byte[] {1});
  }

  private long completeTo() {
    Holes outside = node.shard.outside();
    return new ShardHealth(node.shard.id(), ShardState.SERVING, 0, outside).completeToMillis();
  }

  private Manifest upload(BucketKey key, BucketKey... inputs) throws Exception {
    return Buckets.upload(s3.client(), directory, key, inputs);
  }
}
