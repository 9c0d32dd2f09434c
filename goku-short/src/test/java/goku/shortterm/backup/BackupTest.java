package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.objectstore.ObjectHead;
import goku.testkit.s3.S3Server;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
  @TempDir private Path directory;
  @TempDir private Path otherDirectory;
  private S3Server s3;
  private Node node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new Node(s3, directory);
    node.locate();
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    s3.close();
  }

  @Test
  void bringsABucketToS3AndThenTellsOfIt() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();

    assertThat(node.stored()).containsExactly("bucket-129600-1.goku");
    byte[] local = Files.readAllBytes(node.file(18, 1));
    assertThat(node.store.get(S3Server.S3_BUCKET, Node.key(18, 1))).hasValue(local);
    FinalizedEvent event = node.events.getFirst();
    assertThat(node.store.head(S3Server.S3_BUCKET, Node.key(18, 1)))
        .hasValue(new ObjectHead(local.length, Map.of("checksum", event.checksum())));
    assertThat(new String(event.recordKey(), StandardCharsets.UTF_8)).isEqualTo("ns/7/129600000");
    assertThat(new String(event.recordValue(), StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"namespace":"ns","shard":7,"startMillis":129600000,"lengthMillis":7200000,"generation":1,\
            "bytes":%d,"checksum":"%s","series":3,"points":360,"s3Bucket":"metrics",\
            "s3Key":"short/00007/bucket-129600-1.goku"}\
            """
                .formatted(local.length, event.checksum()));
  }

  @Test
  void aSecondReplicaWithTheSameBytesWritesNothingButTells() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    try (Node other = new Node(s3, otherDirectory)) {
      other.locate();
      other.finalizeBucket(18, 1, "points");
      other.awaitDone();
      assertThat(other.events).isEqualTo(node.events).hasSize(1);
      assertThat(other.count("goku.backup.uploads")).isZero();
      assertThat(other.backup.complaint()).isEmpty();
    }
  }

  @Test
  void aSecondReplicaWithOtherBytesKeepsThemAndComplains() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    try (Node other = new Node(s3, otherDirectory)) {
      other.locate();
      other.finalizeBucket(18, 1, "POINTS");
      other.awaitDone();

      assertThat(other.events).isEmpty();
      assertThat(other.count("goku.backup.conflicts")).isOne();
      assertThat(other.file(18, 1)).content().endsWith("POINTS");
      assertThat(node.store.get(S3Server.S3_BUCKET, Node.key(18, 1)).orElseThrow())
          .asString(StandardCharsets.UTF_8)
          .endsWith("points");
      assertThat(other.backup.complaint().orElseThrow())
          .contains("bucket-129600-1.goku differs from s3://metrics/" + Node.key(18, 1))
          .contains(node.events.getFirst().checksum());

      // somebody decides for the second one
      node.store.delete(S3Server.S3_BUCKET, Node.key(18, 1));
      other.backup.check();
      other.awaitDone();
      assertThat(other.backup.complaint()).isEmpty();
      assertThat(other.events).hasSize(1);
    }
  }

  @Test
  void comparesTheContentWhereAnObjectHasNoMetadata() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    node.store.put(S3Server.S3_BUCKET, Node.key(18, 1), node.file(18, 1));
    try (Node same = new Node(s3, otherDirectory)) {
      same.locate();
      same.finalizeBucket(18, 1, "points");
      same.awaitDone();
      assertThat(same.events).hasSize(1);
      same.finalizeBucket(18, 1, "POINTS");
      same.awaitDone();
      assertThat(same.count("goku.backup.conflicts")).isOne();
      assertThat(otherDirectory).isDirectoryNotContaining("glob:**.part");
    }
  }

  @Test
  void keepsTheLastTwoSnapshotsHereAndInS3() throws Exception {
    node.snapshot(10);
    node.snapshot(200);
    node.snapshot(3000);
    node.awaitDone();
    assertThat(node.stored())
        .containsExactly("snapshot-0000000000000000200.goku", "snapshot-0000000000000003000.goku");
    assertThat(node.files.snapshots())
        .containsExactly(node.files.snapshot(3000), node.files.snapshot(200));
  }

  @Test
  void aReplacedGenerationStaysWhileASnapshotNeedsIt() throws Exception {
    var first = node.finalizeBucket(18, 1, "points");
    node.snapshot(10, first);
    var second = node.finalizeBucket(18, 3, "more points");
    node.drop(18, 1);
    node.snapshot(20, second);
    node.awaitDone();
    assertThat(node.stored()).contains("bucket-129600-1.goku", "bucket-129600-3.goku");
    assertThat(node.file(18, 1)).exists();

    node.snapshot(30, second);
    node.awaitDone();
    assertThat(node.stored())
        .contains("bucket-129600-3.goku")
        .doesNotContain("bucket-129600-1.goku");
    assertThat(node.file(18, 1)).doesNotExist();
    assertThat(node.file(18, 3)).exists();
  }

  @Test
  void anotherReplicasSnapshotKeepsAReplacedGenerationInS3() throws Exception {
    var first = node.finalizeBucket(18, 1, "points");
    node.snapshot(10, first);
    node.awaitDone();
    try (Node other = new Node(s3, otherDirectory)) {
      assertThat(other.locate()).isPresent();
      var second = other.finalizeBucket(18, 3, "more points");
      other.snapshot(20, second);
      other.awaitDone();
      assertThat(other.stored()).contains("bucket-129600-1.goku");

      other.snapshot(30, second);
      other.awaitDone();
      assertThat(other.stored()).doesNotContain("bucket-129600-1.goku");
    }
  }

  @Test
  void anExpiredBucketOfANamespaceInMemoryOnlyLeavesDiskAndS3() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    node.clock.advance(Duration.ofHours(26));
    node.drop(18, 1);
    node.awaitDone();
    assertThat(node.stored()).isEmpty();
    assertThat(node.file(18, 1)).doesNotExist();
  }

  @Test
  void whatWaitsForS3WhenTheShardIsClosedStillGoesThere() throws Exception {
    s3.stop();
    node.finalizeBucket(18, 1, "points");
    node.backup.shardClosed(Node.SHARD);
    s3.start();
    node.awaitDone();
    assertThat(node.stored()).containsExactly("bucket-129600-1.goku");
  }
}
