package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node wrote two buckets and two snapshots, of which the second needs both buckets, and stopped.
class LocateTest {
  @TempDir private Path directory;
  @TempDir private Path empty;
  private S3Server s3;
  private Node node;
  private SnapshotInfo older;
  private SnapshotInfo newer;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new Node(s3, directory);
    node.locate();
    BucketReference first = node.finalizeBucket(17, 1, "points");
    older = node.snapshot(10, first);
    newer = node.snapshot(20, first, node.finalizeBucket(18, 1, "later points"));
    node.awaitDone();
    restart(directory);
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  @Test
  void takesLocalFilesThatAreWhole() {
    assertThat(node.locate()).hasValue(newer);
    assertThat(node.count("goku.backup.downloads")).isZero();
  }

  @Test
  void takesLocalFilesWhenS3IsAway() throws Exception {
    s3.stop();
    assertThat(node.locate()).hasValue(newer);
  }

  @Test
  void downloadsAllIntoAnEmptyDirectory() throws Exception {
    restart(empty);
    assertThat(node.locate()).hasValue(newer);
    assertThat(namesIn(empty))
        .containsExactly(
            "bucket-122400-1.goku", "bucket-129600-1.goku", "snapshot-0000000000000000020.goku");
    assertThat(node.file(18, 1)).hasSameBinaryContentAs(directory.resolve("bucket-129600-1.goku"));
    assertThat(node.count("goku.backup.downloads")).isEqualTo(3);
  }

  @Test
  void setsATruncatedSnapshotAsideAndTakesTheCopyInS3() throws Exception {
    truncate(node.files.snapshot(20));
    assertThat(node.locate()).hasValue(newer);
    assertThat(node.count("goku.backup.downloads")).isOne();
    assertThat(node.count("goku.short.files.broken")).isOne();
    assertThat(namesIn(directory)).contains("snapshot-0000000000000000020.goku.broken");
    node.formats.verifySnapshot(node.files.snapshot(20));
  }

  @Test
  void replacesATruncatedBucketFileFromS3() throws Exception {
    truncate(node.file(18, 1));
    assertThat(node.locate()).hasValue(newer);
    assertThat(namesIn(directory)).contains("bucket-129600-1.goku.broken");
    try (BucketContent content = node.formats.openBucket(node.file(18, 1))) {
      content.verify();
      assertThat(content.checksum()).isEqualTo(newer.buckets().getLast().checksum());
    }
  }

  @Test
  void replacesABucketFileThatIsNotTheOneOfTheSnapshot() throws Exception {
    BucketReference other = writeOther();
    assertThat(newer.buckets()).doesNotContain(other);
    assertThat(node.locate()).hasValue(newer);
    assertThat(node.file(18, 1)).content().endsWith("later points");
  }

  @Test
  void leavesABucketFileOfOtherContentWhereS3CannotReplaceIt() throws Exception {
    writeOther();
    s3.stop();
    assertThat(node.locate()).hasValue(older);
    assertThat(node.file(18, 1)).content().endsWith("another end");
  }

  @Test
  void takesTheOlderSnapshotWhenABucketFileIsNowhere() throws Exception {
    Files.delete(node.file(18, 1));
    node.store.delete(S3Server.S3_BUCKET, Node.key(18, 1));
    assertThat(node.locate()).hasValue(older);
    assertThat(node.count("goku.backup.snapshots.unusable")).isOne();
  }

  @Test
  void takesTheOlderSnapshotWhenTheNewerIsBrokenHereAndInS3() throws Exception {
    truncate(node.files.snapshot(20));
    node.store.put(
        S3Server.S3_BUCKET,
        S3Keys.snapshot(Node.SHARD, 20),
        "ns 7 20 1000 99\n".getBytes(StandardCharsets.UTF_8));
    assertThat(node.locate()).hasValue(older);
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void refusesABrokenBucketFileFromS3() throws Exception {
    restart(empty);
    String whole =
        new String(
            node.store.get(S3Server.S3_BUCKET, Node.key(18, 1)).orElseThrow(),
            StandardCharsets.UTF_8);
    node.store.put(
        S3Server.S3_BUCKET,
        Node.key(18, 1),
        whole.replace("later", "LATER").getBytes(StandardCharsets.UTF_8));
    assertThat(node.locate()).hasValue(older);
    assertThat(node.file(18, 1)).doesNotExist();
  }

  @Test
  void doesNotMissTheFileOfAnExpiredBucket() throws Exception {
    Files.delete(node.file(17, 1));
    node.store.delete(S3Server.S3_BUCKET, Node.key(17, 1));
    node.clock.advance(Duration.ofHours(20).minusMillis(1));
    assertThat(node.locate()).as("at its last moment").isEmpty();
    node.clock.advance(Duration.ofMillis(1));
    assertThat(node.locate()).hasValue(newer);
    assertThat(node.file(18, 1)).exists();
  }

  @Test
  void keepsTheFileOfAnExpiredBucketAsLongAsASnapshotNeedsIt() throws Exception {
    Files.copy(node.file(18, 1), node.file(16, 1));
    node.clock.advance(Duration.ofHours(22));
    assertThat(node.locate()).hasValue(newer);
    assertThat(node.file(18, 1)).as("a longer memory-ttl would want it again").exists();
    assertThat(node.file(16, 1)).as("of which no snapshot knows").doesNotExist();
  }

  @Test
  void findsNothingWhereNothingIs() throws Exception {
    s3.stop();
    restart(empty);
    assertThat(node.locate()).isEmpty();
  }

  @Test
  void doesNotTakeTheSnapshotOfAnotherShard() throws Exception {
    restart(empty);
    var foreign = new SnapshotInfo("ns", 8, 30, 1_000, List.of());
    FakeFormats.writeSnapshot(node.files.snapshot(30), foreign, "");
    assertThat(node.locate()).hasValue(newer);
    assertThat(namesIn(empty)).contains("snapshot-0000000000000000030.goku.broken");
  }

  @Test
  void knowsAfterARestartWhatSnapshotsNeed() throws Exception {
    node.locate();
    node.finalizeBucket(17, 1, "points");
    node.finalizeBucket(18, 1, "later points");
    BucketReference next = node.finalizeBucket(18, 2, "latest points");
    node.drop(18, 1);
    node.awaitDone();
    assertThat(node.file(18, 1)).as("the snapshot at 20 needs it").exists();
    node.snapshot(30, next);
    node.snapshot(40, next);
    node.awaitDone();
    assertThat(node.file(18, 1)).doesNotExist();
    assertThat(node.files.snapshots()).hasSize(2);
  }

  private void restart(Path where) throws IOException {
    node.close();
    node = new Node(s3, where);
  }

  private BucketReference writeOther() throws IOException {
    node.locate();
    BucketReference other = node.finalizeBucket(18, 1, "another end");
    restart(directory);
    return other;
  }

  private static void truncate(Path file) throws IOException {
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 3);
    }
  }

  private static List<String> namesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
