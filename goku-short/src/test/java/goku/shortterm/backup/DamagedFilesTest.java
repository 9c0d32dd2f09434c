package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.bucket.BucketInfo;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.model.Disk;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedFilesTest {
  private static final Optional<Disk> DISK = Optional.of(new Disk(Duration.ofDays(1), List.of()));

  @TempDir private Path directory;
  @TempDir private Path otherDirectory;
  private S3Server s3;
  private Node node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new Node(s3, directory, DISK);
    node.locate();
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  @Test
  void aDamagedFileIsReplacedByTheCopyInS3() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    try (Node other = new Node(s3, otherDirectory, DISK)) {
      other.locate();
      damagedCopy(other);
      other.openBucket(18, 1);
      Node.await().until(() -> other.count("goku.backup.files.repaired") == 1);
      assertThat(other.count("goku.backup.files.damaged")).isOne();
      assertThat(other.file(18, 1)).hasSameBinaryContentAs(node.file(18, 1));
      assertThat(other.backup.complaint()).isEmpty();
    }
  }

  @Test
  void aDamagedFileWithoutACopyStaysAndIsReported() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    node.store.delete(S3Server.S3_BUCKET, Node.key(18, 1));
    try (Node other = new Node(s3, otherDirectory, DISK)) {
      other.locate();
      damagedCopy(other);
      other.openBucket(18, 1);
      Node.await()
          .until(() -> other.backup.complaint().orElse("").contains("cannot be repaired from s3"));
      assertThat(other.backup.complaint().orElseThrow())
          .contains(": it is not there; answers")
          .contains("Copy the file from another replica's disk over it");
      assertThat(other.file(18, 1)).content().endsWith("pointz");
      assertThat(other.stored()).isEmpty();

      // an operator copies it
      Files.copy(node.file(18, 1), otherDirectory.resolve("copy"));
      Files.move(
          otherDirectory.resolve("copy"), other.file(18, 1), StandardCopyOption.REPLACE_EXISTING);
      Node.await().until(() -> other.count("goku.backup.files.repaired") == 1);
      other.awaitDone();
      assertThat(other.stored()).containsExactly("bucket-129600-1.goku");
      assertThat(other.backup.complaint()).isEmpty();
    }
  }

  /// The other replica has written a later file of the window, because of a late datapoint.
  @Test
  void aDamagedFileWithoutACopyIsGivenUpForTheSnapshotThatHasItsWindow() throws Exception {
    try (Node other = new Node(s3, otherDirectory, DISK)) {
      openDamaged(other);
      BucketReference later = node.finalizeBucket(18, 3, "points and a late one");
      var expired = new BucketReference(Node.start(1), 1, 7);
      SnapshotInfo whole = node.snapshot(12, Node.LOG, Holes.NONE, expired, later);
      node.awaitDone();
      other.backup.check();
      assertThat(other.backup.hasBetterSnapshot(Node.SHARD)).isTrue();
      assertThat(other.file(18, 1)).as("set aside").doesNotExist();
      assertThat(other.locate()).hasValue(whole);
    }
  }

  /// The log has lost records after one of the replicas had applied them.
  @Test
  void aDamagedFileIsGivenUpForADifferentOneOfItsNameInS3() throws Exception {
    BucketReference different = node.finalizeBucket(18, 1, "other points");
    node.awaitDone();
    try (Node other = new Node(s3, otherDirectory, DISK)) {
      openDamaged(other);
      other.awaitDone();
      other.backup.check();
      assertThat(other.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
      SnapshotInfo whole = node.snapshot(12, Node.LOG, Holes.NONE, different);
      node.awaitDone();
      other.backup.check();
      assertThat(other.backup.hasBetterSnapshot(Node.SHARD)).isTrue();
      assertThat(other.file(18, 1)).as("set aside").doesNotExist();
      Node.await().until(() -> other.unrepaired() == 0); // its repair has ended
      assertThat(other.locate()).hasValue(whole);
      assertThat(other.file(18, 1)).content().endsWith("other points");
    }
  }

  @Test
  void aDamagedFileIsKeptIfNoSnapshotHasItsWindow() throws Exception {
    try (Node other = new Node(s3, otherDirectory, DISK)) {
      openDamaged(other);
      long start = Node.start(18);
      var hole = Holes.of(new Hole(start + 1, start + 2, HoleCause.LOG_LOST));
      node.snapshot(12, Node.LOG, hole);
      node.snapshot(13, Node.LOG, start + 1, Holes.NONE);
      node.awaitDone();
      other.backup.check();
      assertThat(other.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
      assertThat(other.file(18, 1)).exists();
    }
  }

  /// Opens a shard with a damaged file, which its snapshot names.
  private static void openDamaged(Node to) throws IOException {
    to.locate();
    long start = Node.start(18);
    Path file = to.file(18, 1);
    FakeFormats.writeBucket(file, new BucketInfo("ns", 7, start, Node.start(1), 1), "points");
    Files.writeString(file, Files.readString(file).replace("points", "pointz"));
    to.openBucket(18, 1);
    Node.await().until(() -> to.backup.complaint().isPresent());
    try (BucketContent content = new FakeFormats().openBucket(file)) {
      var damaged = new BucketReference(start, 1, content.checksum());
      to.snapshot(10, Node.LOG, Holes.NONE, damaged);
    }
  }

  @Test
  void aFileThatWasDamagedAfterItsMappingIsWrittenAgainBeforeItsUpload() throws Exception {
    s3.stop();
    node.finalizeBucket(18, 1, "points");
    Files.writeString(
        node.file(18, 1), Files.readString(node.file(18, 1)).replace("points", "pointz"));
    s3.start();
    node.awaitDone();
    assertThat(node.file(18, 1)).content().endsWith("points");
    assertThat(object()).endsWith("points");
  }

  @Test
  void aDamagedObjectIsReplacedBeforeTheLocalFileIsRemoved() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    try (Node other = new Node(s3, otherDirectory, DISK)) {
      other.locate();
      other.finalizeBucket(18, 1, "points");
      other.awaitDone();
      Path damaged = otherDirectory.resolve("damaged");
      Files.writeString(damaged, Files.readString(node.file(18, 1)).replace("points", "pointz"));
      other.store.put(
          S3Server.S3_BUCKET,
          Node.key(18, 1),
          damaged,
          Map.of(BucketUpload.CHECKSUM, node.events.getFirst().checksum()));

      other.clock.advance(Duration.ofHours(26));
      other.drop(18, 1);
      Node.await().until(() -> !Files.exists(other.file(18, 1)));
      assertThat(object()).endsWith("points");
      assertThat(other.count("goku.backup.objects.damaged")).isOne();
    }
  }

  @Test
  void anExpiredFileStaysUntilTheCopyInS3IsCompared() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    try (Node other = new Node(s3, otherDirectory, DISK)) {
      other.locate();
      other.finalizeBucket(18, 1, "points");
      other.awaitDone();
      s3.stop();
      other.clock.advance(Duration.ofHours(26));
      other.drop(18, 1);
      other.backup.check();
      assertThat(other.file(18, 1)).exists();
      s3.start();
      Node.await().until(() -> !Files.exists(other.file(18, 1)));
    }
  }

  @Test
  void aDamagedSnapshotIsNotUploaded() throws Exception {
    s3.stop();
    node.snapshot(10);
    Node.await().until(() -> node.count("goku.backup.failures") >= 1);
    node.snapshot(20); // waits behind the first one
    String whole = Files.readString(node.files.snapshot(20));
    Files.writeString(node.files.snapshot(20), whole.substring(0, whole.length() - 3));
    s3.start();
    node.awaitDone();
    assertThat(node.stored()).containsExactly("snapshot-0000000000000000010.goku");
    assertThat(node.files.snapshots()).containsExactly(node.files.snapshot(10));
  }

  private void damagedCopy(Node to) throws IOException {
    Files.writeString(
        to.file(18, 1), Files.readString(node.file(18, 1)).replace("points", "pointz"));
  }

  private String object() {
    return new String(
        node.store.get(S3Server.S3_BUCKET, Node.key(18, 1)).orElseThrow(), StandardCharsets.UTF_8);
  }
}
