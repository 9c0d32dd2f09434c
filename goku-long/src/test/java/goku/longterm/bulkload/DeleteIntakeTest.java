package goku.longterm.bulkload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.FormatException;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.longterm.Buckets;
import goku.longterm.S3Server;
import goku.longterm.tier.PinnedBuckets;
import goku.longterm.tier.StoredBucket;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.TimeRange;
import goku.objectstore.ObjectStoreException;
import goku.query.DeleteOutcome;
import goku.testkit.namespace.NamespaceBuilder;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import goku.tier.Tombstone;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A test of deletes from their arrival on a node until they are no longer needed.
class DeleteIntakeTest {
  private static final BucketKey QUARTER = Buckets.key(1, 2000, 1);
  private static final BucketKey OTHER = Buckets.key(1, 2001, 1);
  private static final Instant NOW =
      Instant.ofEpochMilli(OTHER.startMillis()).plus(Duration.ofHours(7));
  private static final byte[] DELETE = delete("m01");
  private static final Tombstone TOMBSTONE = Tombstone.of(Buckets.SHARD, 5, DELETE);

  @TempDir private Path directory;
  private S3Server s3;
  private TestNode node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new TestNode(directory.resolve("node"), s3, NOW);
    Buckets.upload(s3.client(), directory, QUARTER);
    Buckets.upload(s3.client(), directory, OTHER);
    node.poller.pollOnce();
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  @Test
  void aDeleteIsInS3AndInForceWhenTheCallReturns() {
    assertThat(intake(node, 9).delete(5, DELETE)).isEqualTo(DeleteOutcome.DONE);
    assertThat(s3.client().get(Buckets.S3_BUCKET, TOMBSTONE.key())).contains(DELETE);
    assertThat(masked(node)).containsExactly(QUARTER);
    node.poller.pollOnce();
    assertThat(masked(node)).containsExactly(QUARTER);
    assertThat(node.gauge("goku.long.deletes")).isEqualTo(1);
  }

  @Test
  void aRepeatedDeleteIsNoSecondDelete() {
    intake(node, 1).delete(5, DELETE);
    assertThat(intake(node, 1).delete(6, DELETE)).isEqualTo(DeleteOutcome.DONE);
    assertThat(node.shard.deletes()).containsExactly(TOMBSTONE);
  }

  @Test
  void deletesOverTheLimitAreRefusedAndCounted() {
    DeleteIntake intake = intake(node, 1);
    intake.delete(5, DELETE);
    assertThat(intake.delete(5, delete("m02"))).isEqualTo(DeleteOutcome.TOO_MANY);
    assertThat(node.shard.deletes()).containsExactly(TOMBSTONE);
    assertThat(intake.refused().count()).isEqualTo(1);
  }

  @Test
  void aDeleteThatS3RefusesHidesNothing() {
    Namespace here = Buckets.namespace();
    var elsewhere = NamespaceBuilder.like(here).s3Bucket("no-such-bucket").build();
    DeleteIntake intake =
        DeleteIntake.of(s3.client(), () -> elsewhere, node.shard, new SimpleMeterRegistry());
    assertThatThrownBy(() -> intake.delete(5, DELETE)).isInstanceOf(ObjectStoreException.class);
    assertThat(masked(node)).isEmpty();
  }

  @Test
  void anotherNodeSeesTheDeleteAtItsNextPoll() throws Exception {
    try (TestNode other = new TestNode(directory.resolve("other"), s3, NOW)) {
      other.poller.pollOnce();
      intake(node, 9).delete(5, DELETE);
      assertThat(masked(other)).isEmpty();
      other.poller.pollOnce();
      assertThat(masked(other)).containsExactly(QUARTER);
    }
  }

  @Test
  void aReturningNodeShowsNothingBeforeItKnowsTheDeletes() throws Exception {
    node.close();
    s3.client().put(Buckets.S3_BUCKET, TOMBSTONE.key(), DELETE);
    s3.denyAfter(0);
    node = new TestNode(directory.resolve("node"), s3, NOW);
    assertThatThrownBy(node.poller::pollOnce).isInstanceOf(ObjectStoreException.class);
    assertThat(node.visible()).isEmpty();
    try (PinnedBuckets pinned = node.shard.pin()) {
      assertThat(pinned.holes().only(HoleCause.RECOVERY))
          .as("all is missing")
          .isEqualTo(Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY));
    }
    s3.denyNothing();
    node.poller.pollOnce();
    assertThat(node.visible()).containsExactly(QUARTER, OTHER);
    assertThat(masked(node)).containsExactly(QUARTER);
  }

  @Test
  void aNodeThatMissedAWholeDeleteDropsItsOldBuckets() throws Exception {
    node.close();
    BucketKey later = Buckets.key(1, 2000, 2);
    upload(later, TOMBSTONE.key());
    s3.client().delete(Buckets.S3_BUCKET, Buckets.markerKey(QUARTER));
    String file = TierKeys.tierDirectory(later) + "7.sst";
    byte[] good = s3.client().get(Buckets.S3_BUCKET, file).orElseThrow();
    s3.client().put(Buckets.S3_BUCKET, file, new byte[good.length]);
    node = new TestNode(directory.resolve("node"), s3, NOW);
    assertThatThrownBy(node.poller::pollOnce).isInstanceOf(RuntimeException.class);
    assertThat(node.visible()).containsExactly(OTHER);
    s3.client().put(Buckets.S3_BUCKET, file, good);
    node.poller.pollOnce();
    assertThat(node.visible()).containsExactly(later, OTHER);
  }

  @Test
  void aBucketBuiltWithTheDeleteIsNotMasked() throws Exception {
    intake(node, 9).delete(5, DELETE);
    upload(Buckets.key(1, 2000, 2), TOMBSTONE.key());
    node.poller.pollOnce();
    assertThat(node.visible()).contains(Buckets.key(1, 2000, 2));
    assertThat(masked(node)).isEmpty();
    assertThat(node.shard.deletes()).as("as long as S3 has it").hasSize(1);
    s3.client().delete(Buckets.S3_BUCKET, TOMBSTONE.key());
    node.poller.pollOnce();
    assertThat(node.shard.deletes()).isEmpty();
  }

  @Test
  void aDeleteRemovedFromS3StaysInForceUntilTheNodeHasAllBuckets() throws Exception {
    intake(node, 9).delete(5, DELETE);
    BucketKey later = Buckets.key(1, 2000, 2);
    Manifest manifest = upload(later, TOMBSTONE.key());
    s3.client().delete(Buckets.S3_BUCKET, Buckets.markerKey(QUARTER));
    s3.client().delete(Buckets.S3_BUCKET, TOMBSTONE.key());
    String file = TierKeys.tierDirectory(later) + "7.sst";
    byte[] good = s3.client().get(Buckets.S3_BUCKET, file).orElseThrow();
    s3.client().put(Buckets.S3_BUCKET, file, new byte[good.length]);
    assertThatThrownBy(node.poller::pollOnce).isInstanceOf(RuntimeException.class);
    assertThat(masked(node)).containsExactly(QUARTER);
    s3.client().put(Buckets.S3_BUCKET, file, good);
    node.poller.pollOnce();
    assertThat(node.visible()).contains(manifest.bucket());
    assertThat(node.shard.deletes()).isEmpty();
  }

  @Test
  void anUnreadableDeleteBlocksNewBuckets() throws Exception {
    s3.client().put(Buckets.S3_BUCKET, TOMBSTONE.key(), delete("m02"));
    BucketKey later = Buckets.key(1, 2000, 2);
    Buckets.upload(s3.client(), directory, later);
    assertThatThrownBy(node.poller::pollOnce)
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(TOMBSTONE.key());
    assertThat(node.visible()).containsExactly(QUARTER, OTHER);
  }

  private DeleteIntake intake(TestNode of, int maxDeletes) {
    var registry = new SimpleMeterRegistry();
    return new DeleteIntake(
        s3.client(),
        Buckets::namespace,
        of.shard,
        maxDeletes,
        registry.counter("refused"),
        registry.counter("masked"));
  }

  /// Returns the visible buckets that are masked by the delete.
  private static List<BucketKey> masked(TestNode of) {
    try (PinnedBuckets pinned = of.shard.pin()) {
      return pinned.buckets().stream()
          .filter(bucket -> bucket.deletes().containsKey("m01"))
          .map(StoredBucket::manifest)
          .map(Manifest::bucket)
          .toList();
    }
  }

  /// Uploads a bucket that was built with a delete.
  private Manifest upload(BucketKey key, String deleteKey) throws Exception {
    Manifest made = Buckets.upload(s3.client(), directory, key);
    List<String> inputs = new ArrayList<>(made.inputs());
    inputs.add(deleteKey);
    var with =
        new Manifest(
            made.version(),
            made.namespace(),
            made.shard(),
            made.tier(),
            made.startMillis(),
            made.lengthMillis(),
            made.generation(),
            made.raw(),
            made.rollupMillis(),
            made.series(),
            made.points(),
            inputs,
            made.files());
    s3.client().put(Buckets.S3_BUCKET, Buckets.markerKey(key), with.toBytes());
    return with;
  }

  private static byte[] delete(String metric) {
    long start = QUARTER.startMillis();
    return DeleteWriter.write(
        new DeleteRecord(metric, List.of(), false, new TimeRange(start, start + 9)));
  }
}
