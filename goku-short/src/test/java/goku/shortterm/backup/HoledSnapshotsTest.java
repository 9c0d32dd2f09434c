package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.snapshot.SnapshotInfo;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.shortterm.log.LogRange;
import goku.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Snapshots of shards that lack datapoints.
class HoledSnapshotsTest {
  private static final Holes LOST = hole(HoleCause.LOG_LOST);

  @TempDir private Path directory;
  @TempDir private Path other;
  private S3Server s3;
  private Node node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new Node(s3, directory);
    node.locate();
  }

  @AfterEach
  void stop() {
    node.close();
    s3.close();
  }

  @Test
  void aRestoreTakesTheSnapshotWithTheFewestHoles() throws Exception {
    SnapshotInfo whole = node.snapshot(10, Node.LOG, Holes.NONE);
    node.snapshot(20, Node.LOG, LOST);
    node.awaitDone();
    restart(directory);
    assertThat(node.locate()).hasValue(whole);
    restart(other);
    assertThat(node.locate()).as("from S3 too").hasValue(whole);
  }

  @Test
  void aLongDescriptionIsReadWholeInS3() throws Exception {
    Hole[] holes = new Hole[8000];
    Arrays.setAll(holes, i -> new Hole(i * 10L, i * 10L + 1, HoleCause.LOG_LOST));
    SnapshotInfo described = node.snapshot(10, Node.LOG, Holes.of(holes));
    node.awaitDone();
    restart(other);
    assertThat(node.locate()).hasValue(described);
  }

  @Test
  void aSnapshotThatTheLogDoesNotContinueLacksWhatTheLogHasLost() throws Exception {
    node.snapshot(10, Node.LOG, Holes.NONE);
    SnapshotInfo newer = node.snapshot(20, Node.LOG, LOST);
    node.awaitDone();
    restart(directory);
    node.lost.put(10L, LOST.plus(new Hole(5_000_000, 90_000_000, HoleCause.LOG_LOST)));
    assertThat(node.locate()).hasValue(newer);
  }

  @Test
  void aShardLacksWhatOnlyASnapshotHasFromWhichItIsNotRestored() throws Exception {
    SnapshotInfo whole = node.snapshot(10, Node.LOG, Holes.NONE);
    node.snapshot(20, Node.LOG, LOST);
    node.awaitDone();
    restart(directory);
    var lost = Holes.of(new Hole(5_000_000, 5_000_001, HoleCause.LOG_LOST));
    node.lost.put(20L, LOST);
    node.evidence.put(20L, lost);
    assertThat(node.restorable().snapshot()).hasValue(whole);
    assertThat(node.restorable().lost()).isEqualTo(lost);
  }

  @Test
  void aSnapshotThatHasWhatTheLogHasLostIsPreferred() throws Exception {
    node.snapshot(10, Node.LOG, Holes.NONE);
    SnapshotInfo newer = node.snapshot(20, Node.LOG, LOST);
    node.awaitDone();
    restart(directory);
    node.lost.put(20L, LOST);
    node.evidence.put(20L, LOST.plus(new Hole(5_000_000, 90_000_000, HoleCause.LOG_LOST)));
    assertThat(node.restorable().snapshot()).hasValue(newer);
    assertThat(node.restorable().lost()).isEqualTo(Holes.NONE);
  }

  @Test
  void ofSnapshotsWithEqualHolesTheNewestIsTaken() throws Exception {
    node.snapshot(10, Node.LOG, LOST);
    SnapshotInfo newer = node.snapshot(20, Node.LOG, LOST);
    node.awaitDone();
    restart(directory);
    assertThat(node.locate()).hasValue(newer);
  }

  @Test
  void aSnapshotOfTheLogIsPreferredToOneOfAnotherLog() throws Exception {
    SnapshotInfo current = node.snapshot(10, Node.LOG, LOST);
    node.snapshot(20, new UUID(3, 4), Holes.NONE);
    node.awaitDone();
    restart(directory);
    assertThat(node.locate()).hasValue(current);
  }

  @Test
  void theLastSnapshotWithoutAHoleIsKept() throws Exception {
    node.snapshot(5, Node.LOG, Holes.NONE);
    node.snapshot(10, Node.LOG, Holes.NONE);
    for (int number = 20; number <= 50; number += 10) {
      node.snapshot(number, Node.LOG, LOST);
    }
    node.awaitDone();
    assertThat(node.stored()).containsExactly(name(10), name(40), name(50));
    assertThat(node.files.snapshots())
        .extracting(file -> file.getFileName().toString())
        .containsExactly(name(50), name(40), name(10));
    node.snapshot(60, Node.LOG, Holes.NONE);
    node.awaitDone();
    assertThat(node.stored()).containsExactly(name(50), name(60));
  }

  @Test
  void aSnapshotOfAnotherReplicaWithFewerHolesIsReportedOnce() throws Exception {
    node.snapshot(10, Node.LOG, LOST);
    node.awaitDone();
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
    anotherReplicaTakesSnapshot(12);
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isTrue();
    assertThat(node.locate()).as("the shard is opened again").isPresent();
    node.snapshot(15, Node.LOG, LOST);
    node.awaitDone();
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).as("tried before").isFalse();
  }

  /// A delete that waits for a damaged file is a reason to take no snapshot of the current log.
  @Test
  void aShardWithASnapshotOfAnEarlierLogIsRestoredFromAnotherReplica() throws Exception {
    node.snapshot(10, new UUID(3, 4), Holes.NONE);
    node.awaitDone();
    restart(directory);
    assertThat(node.locate()).hasValueSatisfying(own -> assertThat(own.number()).isEqualTo(10));
    node.backup.shardStarts(Node.SHARD, Node.LOG, LOST);
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
    anotherReplicaTakesSnapshot(20);
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isTrue();
  }

  /// A full disk is a reason to have no snapshot at all.
  @Test
  void aShardWithoutASnapshotIsRestoredFromAnotherReplica() throws Exception {
    assertThat(node.locate()).isEmpty();
    node.backup.shardStarts(Node.SHARD, Node.LOG, LOST);
    anotherReplicaTakesSnapshot(20);
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isTrue();
  }

  @Test
  void aShardWithoutASnapshotThatLacksNothingStays() throws Exception {
    assertThat(node.locate()).isEmpty();
    node.backup.shardStarts(Node.SHARD, Node.LOG, Holes.NONE);
    anotherReplicaTakesSnapshot(20);
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
  }

  @Test
  void aShardIsNotComparedWithAnotherLog() throws Exception {
    assertThat(node.locate()).isEmpty();
    node.backup.shardStarts(Node.SHARD, LogRange.UNKNOWN, LOST);
    anotherReplicaTakesSnapshot(20);
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
  }

  @Test
  void aSnapshotReplacesWhatTheShardLackedWhenItWasOpened() throws Exception {
    node.backup.shardStarts(Node.SHARD, Node.LOG, LOST);
    node.snapshot(10, Node.LOG, Holes.NONE);
    node.awaitDone();
    anotherReplicaTakesSnapshot(20);
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
  }

  @Test
  void aSnapshotThatReplacesOneOfTheSameNumberIsReportedToo() throws Exception {
    node.snapshot(10, Node.LOG, LOST);
    node.awaitDone();
    node.backup.check();
    anotherReplicaTakesSnapshot(10);
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isTrue();
  }

  @Test
  void aSnapshotThatTheLogDoesNotContinueOpensNoShardAgainAfterARestart() throws Exception {
    SnapshotInfo own = node.snapshot(10, Node.LOG, LOST);
    node.awaitDone();
    anotherReplicaTakesSnapshot(12);
    restart(directory);
    node.lost.put(12L, LOST.plus(new Hole(5_000_000, 90_000_000, HoleCause.LOG_LOST)));
    assertThat(node.locate()).hasValue(own);
    node.snapshot(15, Node.LOG, LOST);
    node.awaitDone();
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
  }

  @Test
  void aSnapshotOfTheSameNumberThatTheLogDoesNotContinueOpensNoShardAgain() throws Exception {
    SnapshotInfo own = node.snapshot(10, Node.LOG, LOST);
    node.awaitDone();
    anotherReplicaTakesSnapshot(12);
    restart(directory);
    node.lost.put(12L, LOST.plus(new Hole(5_000_000, 90_000_000, HoleCause.LOG_LOST)));
    assertThat(node.locate()).hasValue(own);
    node.snapshot(12, Node.LOG, LOST);
    node.awaitDone();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
  }

  @Test
  void aSnapshotWithFewerHolesIsNotReplacedByAnotherOneOfItsNumber() throws Exception {
    SnapshotInfo whole;
    try (var replica = new Node(s3, other)) {
      replica.locate();
      whole = replica.snapshot(10, Node.LOG, Holes.NONE);
      replica.awaitDone();
    }
    node.snapshot(10, Node.LOG, LOST);
    node.awaitDone();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isTrue();
    restart(directory);
    assertThat(node.locate()).as("from S3, over the local one").hasValue(whole);
    restart(directory);
    s3.stop();
    assertThat(node.locate()).as("it is on the disk now").hasValue(whole);
  }

  @Test
  void noOtherSnapshotCuresALackOfMemory() throws Exception {
    node.snapshot(10, Node.LOG, hole(HoleCause.MEMORY));
    anotherReplicaTakesSnapshot(12);
    node.awaitDone();
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
  }

  @Test
  void withoutASnapshotTheNewestFileOfEachWindowIsTaken() throws Exception {
    node.finalizeBucket(16, 1, "first");
    node.finalizeBucket(17, 1, "second");
    var newest = node.finalizeBucket(17, 3, "second, and late ones");
    node.awaitDone();
    restart(other);
    var found = node.restorable();
    assertThat(found.snapshot()).isEmpty();
    assertThat(found.isOfOtherLog()).isFalse();
    assertThat(found.files()).hasSize(2).endsWith(newest);
    assertThat(node.file(17, 3)).exists();
  }

  @Test
  void withoutASnapshotAFileThatIsCorruptOnTheDiskIsTakenFromS3() throws Exception {
    var whole = node.finalizeBucket(17, 1, "points");
    node.awaitDone();
    node.close();
    Files.write(node.file(17, 1), new byte[] {1});
    node = new Node(s3, directory);
    assertThat(node.restorable().files()).containsExactly(whole);
    assertThat(node.file(17, 1)).content().endsWith("points");
  }

  @Test
  void anUnusableSnapshotOfAnotherLogIsReported() throws Exception {
    assertThat(node.restorable().isOfOtherLog()).isFalse();
    var missing = node.finalizeBucket(17, 1, "points");
    node.snapshot(10, new UUID(3, 4), Holes.NONE, missing);
    node.awaitDone();
    node.store.delete(S3Server.S3_BUCKET, Node.key(17, 1));
    restart(other);
    var found = node.restorable();
    assertThat(found.snapshot()).isEmpty();
    assertThat(found.isOfOtherLog()).isTrue();
    assertThat(found.highestNumber()).isEqualTo(10);
  }

  private void anotherReplicaTakesSnapshot(long number) throws IOException {
    try (var replica = new Node(s3, other)) {
      replica.locate();
      replica.snapshot(number, Node.LOG, Holes.NONE);
      replica.awaitDone();
    }
  }

  private void restart(Path where) throws IOException {
    node.close();
    node = new Node(s3, where);
  }

  private static Holes hole(HoleCause cause) {
    return Holes.of(new Hole(0, Duration.ofHours(1).toMillis(), cause));
  }

  private static String name(int number) {
    return "snapshot-%019d.goku".formatted(number);
  }
}
