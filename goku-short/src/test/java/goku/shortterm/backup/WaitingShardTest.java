package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.snapshot.SnapshotInfo;
import goku.model.Disk;
import goku.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A shard without all of its files is opened while S3, which has them, does not answer.
class WaitingShardTest {
  private static final Optional<Disk> TIERS = Optional.of(new Disk(Duration.ofDays(7), List.of()));

  @TempDir private Path directory;
  @TempDir private Path empty;
  private S3Server s3;
  private Node node;
  private SnapshotInfo snapshot;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new Node(s3, directory, TIERS);
    node.locate();
    snapshot = node.snapshot(10, node.finalizeBucket(18, 1, "points"));
    node.awaitDone();
    open(empty, TIERS);
    s3.stop();
  }

  private void open(Path where, Optional<Disk> disk) throws IOException {
    node.close();
    node = new Node(s3, where, disk);
    node.logStart = 5;
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  @Test
  void itWaitsUntilS3AnswersIfItsLogLacksItsFirstRecords() throws Exception {
    assertThat(node.restorable().awaitsS3()).isTrue();
    node.backup.reviewWaiting();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
    s3.start();
    node.backup.reviewWaiting();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isTrue();
    assertThat(node.locate()).as("the shard is opened again").hasValue(snapshot);
    node.backup.reviewWaiting();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
  }

  @Test
  void aWholeLogIsApplied() {
    node.logStart = 0;
    assertThat(node.restorable().awaitsS3()).isFalse();
  }

  @Test
  void localFilesAreUsed() throws Exception {
    open(directory, TIERS);
    assertThat(node.restorable().awaitsS3()).isFalse();
  }

  @Test
  void itWaitsIfOnlyS3TellsWhetherAnExpiredFileIsLost() throws Exception {
    open(directory, TIERS);
    node.clock.advance(Node.TTL.multipliedBy(2));
    assertThat(node.restorable().awaitsS3()).as("the file is here").isFalse();
    Files.delete(node.file(18, 1));
    assertThat(node.restorable().awaitsS3()).isTrue();
    s3.start();
    assertThat(node.restorable().awaitsS3()).as("S3 has the file").isFalse();
    assertThat(node.locate()).hasValue(snapshot);
  }

  @Test
  void withoutTiersAnExpiredFileIsNotMissed() throws Exception {
    open(directory, Optional.empty());
    node.clock.advance(Node.TTL.multipliedBy(2));
    Files.delete(node.file(18, 1));
    assertThat(node.restorable().awaitsS3()).isFalse();
  }

  @Test
  void withoutTiersNothingIsForgottenThatIsStillKept() throws Exception {
    open(empty, Optional.empty());
    assertThat(node.restorable().awaitsS3()).isFalse();
  }

  @Test
  void whenS3AnswersThatItHasNothingTheRestOfTheLogIsApplied() throws Exception {
    s3.start();
    node.store
        .list(S3Server.S3_BUCKET, Node.PREFIX)
        .forEach(object -> node.store.delete(S3Server.S3_BUCKET, object.key()));
    assertThat(node.restorable().awaitsS3()).isFalse();
  }
}
