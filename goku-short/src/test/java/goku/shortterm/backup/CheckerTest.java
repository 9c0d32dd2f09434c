package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.s3.S3Server;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckerTest {
  @TempDir private Path parent;
  private Path directory;
  private S3Server s3;
  private Node node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    directory = parent.resolve("7");
    node = new Node(s3, directory);
    node.locate();
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  @Test
  void doesNothingWhenAllIsThere() {
    node.backup.check();
    node.awaitDone();
    assertThat(node.count("goku.backup.restored")).isZero();
    assertThat(node.events).hasSize(1);
  }

  @Test
  void writesAMissingLocalFileFromItsMapping() throws Exception {
    byte[] before = Files.readAllBytes(node.file(18, 1));
    Files.delete(node.file(18, 1));
    node.backup.check();
    assertThat(node.file(18, 1)).hasBinaryContent(before);
    assertThat(node.count("goku.backup.restored")).isOne();
  }

  @Test
  void bringsAMissingObjectToS3AndTellsOfItAgain() {
    node.store.delete(S3Server.S3_BUCKET, Node.key(18, 1));
    node.backup.check();
    node.awaitDone();
    assertThat(node.stored()).containsExactly("bucket-129600-1.goku");
    assertThat(node.events).hasSize(2);
    assertThat(node.count("goku.backup.restored")).isOne();
  }

  @Test
  void bringsTheNewestSnapshotToS3() throws Exception {
    node.snapshot(10);
    node.snapshot(20);
    node.awaitDone();
    node.store.delete(S3Server.S3_BUCKET, S3Keys.snapshot(Node.SHARD, 20));
    node.backup.check();
    node.awaitDone();
    assertThat(node.stored()).contains("snapshot-0000000000000000020.goku");
  }

  @Test
  void seesAnObjectInS3ThatIsShorter() {
    node.store.put(S3Server.S3_BUCKET, Node.key(18, 1), new byte[] {1});
    node.backup.check();
    node.awaitDone();
    assertThat(node.count("goku.backup.conflicts")).isOne();
    node.backup.check();
    node.awaitDone();
    assertThat(node.count("goku.backup.conflicts")).as("counted once").isOne();
  }

  @Test
  void doesNotBringBackAGenerationThatAnotherReplicaReplaced() {
    node.store.put(S3Server.S3_BUCKET, Node.key(18, 3), new byte[] {1});
    node.store.delete(S3Server.S3_BUCKET, Node.key(18, 1));
    node.backup.check();
    node.awaitDone();
    assertThat(node.stored()).containsExactly("bucket-129600-3.goku");
  }

  @Test
  void checksTheDiskWhenS3IsAway() throws Exception {
    s3.stop();
    Files.delete(node.file(18, 1));
    node.backup.check();
    assertThat(node.file(18, 1)).exists();
  }

  @Test
  void complainsWhenAFileCannotBeWrittenAndTriesAgain() throws Exception {
    Files.delete(node.file(18, 1));
    Files.delete(directory);
    node.backup.check();
    assertThat(node.backup.complaint().orElseThrow())
        .startsWith("shard ns/7: cannot write " + node.file(18, 1))
        .contains("make room on that disk");
    Files.createDirectory(directory);
    node.backup.check();
    assertThat(node.file(18, 1)).exists();
    assertThat(node.backup.complaint()).isEmpty();
  }

  @Test
  void doesNotTouchTheMappingOfAClosedShard() throws Exception {
    node.backup.shardClosed(Node.SHARD);
    Files.delete(node.file(18, 1));
    node.backup.check();
    assertThat(node.file(18, 1)).doesNotExist();
  }
}
