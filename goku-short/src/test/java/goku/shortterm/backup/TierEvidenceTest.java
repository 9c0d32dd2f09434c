package goku.shortterm.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Disk;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreException;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.ShardFiles;
import goku.testkit.ManualClock;
import goku.testkit.namespace.NamespaceBuilder;
import goku.testkit.s3.S3Server;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierEvidenceTest {
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();
  private static final int SHARD = 1;
  private static final BucketName FILE = new BucketName(100 * WINDOW, 5);
  private static final Duration TTL = Duration.ofDays(2);

  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(112 * WINDOW));
  private final S3Server s3 = server();
  private final ObjectStore store = s3.client();

  private Namespace namespace = namespace(new Sharding(2, 1));

  private static S3Server server() {
    try {
      return new S3Server();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  private ShardInventory shard;

  @BeforeEach
  void open() throws IOException {
    var files = new ShardFiles(directory, new SimpleMeterRegistry());
    shard = new ShardInventory(new ShardId("ns", SHARD), () -> namespace, files);
  }

  @AfterEach
  void stop() throws Exception {
    store.close();
    s3.close();
  }

  @Test
  void aFileIsConsumedOnceAManifestStatesItsGenerationOrALaterOne() {
    assertThat(consumed()).as("nothing in S3").isFalse();
    put(TierBuckets.made(1, SHARD, FILE.startMillis(), SHARD, 3));
    assertThat(consumed()).as("an earlier generation").isFalse();
    put(TierBuckets.made(1, SHARD, FILE.startMillis() + WINDOW, SHARD, 5));
    put(TierBuckets.made(1, 0, FILE.startMillis(), SHARD, 5));
    put(TierBuckets.made(1, SHARD, FILE.startMillis(), 0, 5));
    assertThat(consumed()).as("another window, another shard").isFalse();
    put(TierBuckets.made(1, SHARD, FILE.startMillis(), SHARD, 5));
    assertThat(consumed()).isTrue();
    put(TierBuckets.made(1, SHARD, FILE.startMillis(), SHARD, 7));
    assertThat(consumed()).as("a later generation").isTrue();
  }

  @Test
  void aHigherTierIsEvidenceToo() {
    put(TierBuckets.made(2, SHARD, FILE.startMillis(), SHARD, 5));
    assertThat(consumed()).isTrue();
  }

  @Test
  void allShardsOfGokuLThatHaveItsSeriesMustHaveConsumedIt() {
    namespace = namespace(new Sharding(2, 2));
    put(TierBuckets.made(1, 2, FILE.startMillis(), SHARD, 5));
    assertThat(consumed()).isFalse();
    put(TierBuckets.made(1, 3, FILE.startMillis(), SHARD, 5));
    assertThat(consumed()).isTrue();
  }

  @Test
  void anIncompleteFileIsNeededUntilItOrALaterOneIsConsumed() {
    var incomplete = new BucketName(FILE.startMillis(), 6);
    put(TierBuckets.made(1, SHARD, FILE.startMillis(), SHARD, ConsumedWindows.NONE));
    assertThat(consumed(incomplete)).isFalse();
    put(TierBuckets.made(1, SHARD, FILE.startMillis(), SHARD, 3));
    assertThat(consumed(incomplete)).as("it may have late datapoints").isFalse();
    put(TierBuckets.made(1, SHARD, FILE.startMillis(), SHARD, 7));
    assertThat(consumed(incomplete)).isTrue();
  }

  @Test
  void aBucketThatDoesNotStateWhatItConsumedCounts() {
    put(TierBuckets.made(1, SHARD, FILE.startMillis(), SHARD, ConsumedWindows.UNKNOWN));
    assertThat(consumed()).as("the first tier lists its inputs").isFalse();
    put(TierBuckets.made(2, SHARD, FILE.startMillis(), SHARD, ConsumedWindows.UNKNOWN));
    assertThat(consumed()).isTrue();
  }

  @Test
  void anUnreadableManifestIsNoEvidence() {
    Manifest made = TierBuckets.made(1, SHARD, FILE.startMillis(), SHARD, 5);
    store.put(S3Server.S3_BUCKET, TierKeys.tierMarker(made.bucket()), "{".getBytes(UTF_8));
    assertThat(consumed()).isFalse();
    assertThat(lacking()).as("it may have the window").isFalse();
  }

  @Test
  void aFileIsLackingIfAllManifestsOfItsWindowAreReadable() {
    assertThat(lacking()).as("nothing in S3").isTrue();
    put(TierBuckets.made(1, SHARD, FILE.startMillis(), SHARD, 3));
    assertThat(lacking()).as("an earlier generation").isTrue();
    put(TierBuckets.made(2, SHARD, FILE.startMillis(), SHARD, 5));
    assertThat(lacking()).isFalse();
  }

  @Test
  void aWindowThatTheTiersNoLongerKeepIsNotNeeded() {
    clock.advance(Duration.ofHours(24));
    assertThat(consumed()).isFalse();
    clock.advance(Duration.ofHours(1));
    assertThat(consumed()).isTrue();
  }

  @Test
  void withoutS3NothingIsKnown() throws Exception {
    s3.stop();
    assertThatThrownBy(this::consumed).isInstanceOf(ObjectStoreException.class);
  }

  private boolean consumed() {
    return consumed(FILE);
  }

  private boolean consumed(BucketName file) {
    Set<BucketName> asked = Set.of(file);
    Set<BucketName> consumed = new TierEvidence(store, clock).consumed(shard, asked);
    return consumed.equals(asked);
  }

  private boolean lacking() {
    return new TierEvidence(store, clock).find(shard, Set.of(FILE)).lacking().contains(FILE);
  }

  private void put(Manifest made) {
    store.put(S3Server.S3_BUCKET, TierKeys.tierMarker(made.bucket()), made.toBytes());
  }

  private static Namespace namespace(Sharding onDisk) {
    return NamespaceBuilder.namespace("ns")
        .shards(2, 1)
        .s3Bucket(S3Server.S3_BUCKET)
        .disk(new Disk(TTL, List.of(), Duration.ofDays(1), Optional.of(onDisk)))
        .build();
  }
}
