package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.format.snapshot.BucketReference;
import goku.model.Disk;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespace;
import goku.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleasedFilesTest {
  private static final Optional<Disk> TIERS = Optional.of(new Disk(Duration.ofDays(30), List.of()));

  @TempDir private Path shards;
  @TempDir private Path otherShards;
  private S3Server s3;
  private Node node;

  @BeforeEach
  void open() throws Exception {
    s3 = new S3Server();
    node = Node.withShards(s3, shards, TIERS);
    node.backup.shardOpens(Node.SHARD);
    node.locate();
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  @Test
  void areRemovedAfterAWhileIfS3HasThem() throws IOException {
    BucketReference bucket = node.finalizeBucket(18, 1, "points");
    node.snapshot(10, bucket);
    node.awaitDone();
    node.backup.shardClosed(Node.SHARD);
    node.backup.check();
    assertThat(released()).isOne();
    node.clock.advance(Node.KEEP_RELEASED.minusMillis(1));
    node.backup.check();
    assertThat(node.files.directory()).isNotEmptyDirectory();
    node.clock.advance(Duration.ofMillis(1));
    node.backup.check();
    assertThat(node.files.directory()).doesNotExist();
    assertThat(released()).isZero();
  }

  @Test
  void stayWhileTheShardIsOpenAndAfterItHasReturned() throws IOException {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    node.backup.check();
    node.clock.advance(Node.KEEP_RELEASED);
    node.backup.check();
    assertThat(node.file(18, 1)).exists();
    node.backup.shardClosed(Node.SHARD);
    node.backup.check();
    node.clock.advance(Node.KEEP_RELEASED);
    node.backup.shardOpens(Node.SHARD);
    node.backup.check();
    assertThat(node.file(18, 1)).exists();
  }

  @Test
  void stayIfS3LacksABucketOrHasAShorterOne() throws IOException {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    node.store.delete(S3Server.S3_BUCKET, Node.key(18, 1));
    release();
    assertThat(node.file(18, 1)).exists();
    node.store.put(S3Server.S3_BUCKET, Node.key(18, 1), new byte[] {1});
    node.backup.check();
    assertThat(node.file(18, 1)).exists();
    node.store.put(S3Server.S3_BUCKET, Node.key(18, 1), Files.readAllBytes(node.file(18, 1)));
    node.backup.check();
    assertThat(node.file(18, 1)).doesNotExist();
  }

  @Test
  void areRemovedIfTheTiersHaveThem() throws IOException {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    node.store.delete(S3Server.S3_BUCKET, Node.key(18, 1));
    node.consume(18, 1);
    release();
    assertThat(node.file(18, 1)).doesNotExist();
  }

  @Test
  void stayIfS3HasOnlyAnOlderSnapshot() throws IOException {
    node.snapshot(10);
    node.snapshot(20);
    node.awaitDone();
    node.store.delete(S3Server.S3_BUCKET, S3Keys.snapshot(Node.SHARD, 20));
    release();
    assertThat(node.files.snapshot(20)).exists();
  }

  @Test
  void stayIfTheSnapshotInS3LacksMore() throws IOException {
    UUID log = UUID.randomUUID();
    node.snapshot(10, log, Holes.NONE);
    node.awaitDone();
    try (Node other = Node.withShards(s3, otherShards, TIERS)) {
      other.locate();
      other.snapshot(20, log, Holes.before(7_200_000, HoleCause.LOG_LOST));
      other.awaitDone();
      release();
      assertThat(node.files.snapshot(10)).exists();
      other.snapshot(30, log, Holes.NONE);
      other.awaitDone();
    }
    node.backup.check();
    assertThat(node.files.directory()).doesNotExist();
  }

  @Test
  void stayWithoutS3() throws IOException {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    s3.close();
    release();
    assertThat(node.file(18, 1)).exists();
  }

  @Test
  void thoseOfARemovedNamespaceGoWithoutACopyInS3() throws IOException {
    s3.close();
    node.finalizeBucket(18, 1, "points");
    Namespace removed = node.namespace;
    node.backup.abandon(removed);
    assertThatThrownBy(() -> node.backup.remove(removed))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("shard ns/7 is still open");
    assertThat(node.file(18, 1)).exists();
    node.backup.shardClosed(Node.SHARD);
    // an upload that had begun ends first
    await().ignoreExceptions().untilAsserted(() -> node.backup.remove(removed));
    assertThat(node.files.directory().getParent()).doesNotExist();
    node.backup.remove(removed);
    assertThat(node.backup.complaint()).isEmpty();
  }

  @Test
  void theUploadsOfARemovedNamespaceAreAbandoned() throws IOException {
    node.backup.abandon(node.namespace);
    node.finalizeBucket(18, 1, "points");
    node.backup.check();
    node.awaitDone();
    assertThat(node.store.list(S3Server.S3_BUCKET, "")).isEmpty();
  }

  /// Closes the shard, and lets the time pass after which its files may be removed.
  private void release() {
    node.backup.shardClosed(Node.SHARD);
    node.backup.check();
    node.clock.advance(Node.KEEP_RELEASED);
    node.backup.check();
  }

  private double released() {
    return node.registry.get("goku.short.files.released").gauge().value();
  }
}
