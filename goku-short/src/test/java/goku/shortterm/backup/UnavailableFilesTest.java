package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.snapshot.SnapshotInfo;
import goku.model.Disk;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.shortterm.files.Restorable;
import goku.shortterm.files.Unavailable;
import goku.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A snapshot needs two files, of which the first is neither on the disk nor in S3 any more.
class UnavailableFilesTest {
  private static final Duration UNTIL_OVER = Duration.ofHours(20);
  private static final Holes WINDOW =
      Holes.of(new Hole(Node.start(17), Node.start(18), HoleCause.DAMAGED));

  @TempDir private Path directory;
  private S3Server s3;
  private Node node;
  private SnapshotInfo snapshot;

  @BeforeEach
  void loseAFile() throws Exception {
    s3 = new S3Server();
    node = start(Optional.of(new Disk(Duration.ofDays(7), List.of())));
    node.locate();
    snapshot =
        node.snapshot(
            10, node.finalizeBucket(17, 5, "points"), node.finalizeBucket(18, 5, "later points"));
    node.awaitDone();
    node.close();
    node = start(Optional.of(new Disk(Duration.ofDays(7), List.of())));
    Files.delete(node.file(17, 5));
    node.store.delete(S3Server.S3_BUCKET, Node.key(17, 5));
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  private Node start(Optional<Disk> disk) throws IOException {
    return new Node(s3, directory, disk);
  }

  @Test
  void theSnapshotIsUnusableAsLongAsMemoryKeepsTheWindow() {
    assertThat(node.locate()).isEmpty();
    node.consume(17, 3);
    assertThat(node.locate()).as("the tiers have an earlier generation").isEmpty();
  }

  /// The compactor removed the file when a shorter memory TTL was set.
  @Test
  void aWindowOfTheTiersIsNotNeeded() {
    node.consume(17, 5);
    Restorable found = node.restorable();
    assertThat(found.snapshot()).hasValue(snapshot);
    assertThat(found.unavailable()).isEqualTo(new Unavailable(Set.of(Node.start(17)), Set.of()));
    assertThat(found.lost()).isEqualTo(Holes.NONE);
  }

  @Test
  void anExpiredWindowThatTheTiersLackIsDestroyed() {
    node.clock.advance(UNTIL_OVER);
    Restorable found = node.restorable();
    assertThat(found.snapshot()).hasValue(snapshot);
    assertThat(found.unavailable()).isEqualTo(new Unavailable(Set.of(), Set.of(Node.start(17))));
    assertThat(found.lost()).isEqualTo(WINDOW);
  }

  @Test
  void anExpiredWindowOfTheTiersIsNotDestroyed() {
    node.consume(17, 5);
    node.clock.advance(UNTIL_OVER);
    Restorable found = node.restorable();
    assertThat(found.snapshot()).hasValue(snapshot);
    assertThat(found.lost()).isEqualTo(Holes.NONE);
  }

  @Test
  void anExpiredWindowWhoseObjectIsDamagedIsNotDestroyed() {
    node.store.put(S3Server.S3_BUCKET, Node.key(17, 5), new byte[] {1, 2, 3});
    node.clock.advance(UNTIL_OVER);
    Restorable found = node.restorable();
    assertThat(found.snapshot()).hasValue(snapshot);
    assertThat(found.unavailable()).isEqualTo(Unavailable.NONE);
  }

  @Test
  void anExpiredWindowWithALaterFileInS3IsNotDestroyed() {
    node.store.put(S3Server.S3_BUCKET, Node.key(17, 7), new byte[] {1, 2, 3});
    node.clock.advance(UNTIL_OVER);
    assertThat(node.restorable().unavailable()).isEqualTo(Unavailable.NONE);
  }

  @Test
  void withoutS3NothingIsDestroyed() throws Exception {
    s3.stop();
    assertThat(node.locate()).as("the file may be in S3").isEmpty();
    node.clock.advance(UNTIL_OVER);
    Restorable found = node.restorable();
    assertThat(found.snapshot()).hasValue(snapshot);
    assertThat(found.unavailable()).isEqualTo(Unavailable.NONE);
  }

  @Test
  void withoutTiersNothingIsDestroyed() throws Exception {
    node.close();
    node = start(Optional.empty());
    node.clock.advance(UNTIL_OVER);
    Restorable found = node.restorable();
    assertThat(found.snapshot()).hasValue(snapshot);
    assertThat(found.unavailable()).isEqualTo(Unavailable.NONE);
  }
}
