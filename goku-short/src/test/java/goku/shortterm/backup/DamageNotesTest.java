package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.snapshot.BucketReference;
import goku.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamageNotesTest {
  private static final String BUCKET = "bucket-129600-1.goku";
  private static final String SNAPSHOT = "snapshot-0000000000000000010.goku";

  @TempDir private Path directory;
  @TempDir private Path otherDirectory;
  private S3Server s3;
  private Node node;
  private BucketReference bucket;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new Node(s3, directory);
    node.locate();
    bucket = node.finalizeBucket(18, 1, "points");
    node.snapshot(10, bucket);
    node.awaitDone();
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  @Test
  void aReplicaReplacesABucketThatARecoveryCouldNotRead() throws Exception {
    damageBucket();
    try (Node other = new Node(s3, otherDirectory)) {
      assertThat(other.locate()).as("snapshot without its bucket").isEmpty();
      assertThat(other.stored()).contains(BUCKET + ".damaged");
      assertThat(other.count("goku.backup.objects.noted")).isOne();

      node.backup.check();
      node.awaitDone();
      assertThat(text(BUCKET)).endsWith("points");
      assertThat(node.stored()).doesNotContain(BUCKET + ".damaged");
      assertThat(node.count("goku.backup.objects.damaged")).isOne();
      assertThat(other.locate()).isPresent();
    }
  }

  @Test
  void aReplicaReplacesASnapshotThatARecoveryCouldNotRead() throws Exception {
    String whole = text(SNAPSHOT);
    put(SNAPSHOT, whole.substring(0, whole.length() - 3));
    try (Node other = new Node(s3, otherDirectory)) {
      assertThat(other.locate()).isEmpty();
      node.backup.check();
      node.awaitDone();
      assertThat(text(SNAPSHOT)).isEqualTo(whole);
      assertThat(node.stored()).containsExactlyInAnyOrder(BUCKET, SNAPSHOT);
      assertThat(other.locate()).isPresent();
    }
  }

  @Test
  void aReplicaReplacesABucketThatARepairCouldNotRead() throws Exception {
    try (Node other = new Node(s3, otherDirectory)) {
      other.locate();
      damageBucket();
      Files.writeString(other.file(18, 1), text(BUCKET));
      other.openBucket(18, 1);
      Node.await().until(() -> other.stored().contains(BUCKET + ".damaged"));
      node.backup.check();
      Node.await().until(() -> other.count("goku.backup.files.repaired") == 1);
      assertThat(other.file(18, 1)).hasSameBinaryContentAs(node.file(18, 1));
    }
  }

  @Test
  void aNoteAboutAGoodObjectIsRemovedAndTheObjectStays() {
    put(BUCKET + ".damaged", "");
    put(SNAPSHOT + ".damaged", "");
    node.backup.check();
    node.awaitDone();
    assertThat(node.stored()).containsExactlyInAnyOrder(BUCKET, SNAPSHOT);
    assertThat(node.count("goku.backup.objects.damaged")).isZero();
  }

  @Test
  void aNoteStaysWhileNoReplicaHasTheFile() throws Exception {
    damageBucket();
    try (Node other = new Node(s3, otherDirectory)) {
      other.locate();
      other.backup.check();
      other.awaitDone();
      assertThat(other.stored()).contains(BUCKET + ".damaged");
      assertThat(text(BUCKET)).endsWith("pointz");
    }
  }

  @Test
  void aNoteAboutAnObjectThatIsGoneIsRemoved() throws Exception {
    put("bucket-7200-1.goku.damaged", "");
    put(BUCKET + ".damaged", "");
    node.snapshot(20, bucket); // and a sweep
    node.awaitDone();
    assertThat(node.stored())
        .contains(BUCKET + ".damaged")
        .doesNotContain("bucket-7200-1.goku.damaged");
  }

  private void damageBucket() throws IOException {
    Path damaged = directory.resolve("damaged");
    Files.writeString(damaged, text(BUCKET).replace("points", "pointz"));
    node.store.put(
        S3Server.S3_BUCKET,
        Node.PREFIX + BUCKET,
        damaged,
        Map.of(BucketUpload.CHECKSUM, node.events.getFirst().checksum()));
  }

  private void put(String name, String text) {
    node.store.put(S3Server.S3_BUCKET, Node.PREFIX + name, text.getBytes(StandardCharsets.UTF_8));
  }

  private String text(String name) {
    return new String(
        node.store.get(S3Server.S3_BUCKET, Node.PREFIX + name).orElseThrow(),
        StandardCharsets.UTF_8);
  }
}
