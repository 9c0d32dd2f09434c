package goku.integration.recovery;

import static goku.integration.recovery.StandaloneRun.SHARDS;
import static goku.integration.recovery.Truth.await;
import static goku.integration.recovery.Truth.times;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Tier;
import goku.testkit.TestForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// One data directory through finalization, and copies of it through a kill, a stop, a lost disk,
/// broken files and a replay of the whole log. Every datapoint is compared.
///
/// The first test prepares the directory, whichever it is; each of the others begins with a copy.
@TestInstance(Lifecycle.PER_CLASS)
class RecoveryIT {
  private static final int HOSTS = TestForm.isLong() ? 1500 : 500;
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();

  /// The start of the first of two buckets that are finalized; the next one is not.
  private final long start = (Instant.now().toEpochMilli() / WINDOW - 10) * WINDOW;

  private final long active = start + 2 * WINDOW;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private Path temporary;

  /// The run whose directory is copied, once it is prepared.
  private @Nullable StandaloneRun prepared;

  @BeforeAll
  void keep(@TempDir Path directory) {
    temporary = directory;
  }

  @Test
  void finalizedBucketsAreAnnouncedAndChangeWithLateDatapointsAndDeletes() throws IOException {
    prepared();
  }

  @Test
  void aKillLosesNothing() throws IOException {
    try (var run = copy()) {
      run.start("1s");
      run.truth.write(run.http(), "kept", HOSTS, 3, times(active + 1000, 5, 1), 0.5);
      await(run::requireSnapshotOfEachShard);
      run.truth.delete(run.http(), "cut", start, start + WINDOW / 4);
      run.truth.write(run.http(), "kept", HOSTS, 2, times(active + 2000, 5, 1), 0.5);
      run.kill();
      run.start("10m");
      run.requireBackFromSnapshots();
      run.truth.requireAll(run.http());
    }
  }

  @Test
  void aRestartAfterACleanStopReplaysNothing() throws IOException {
    try (var run = copy()) {
      run.start("10m");
      run.truth.write(run.http(), "kept", HOSTS, 5, times(active + 3000, 5, 1), 0.5);
      run.stopCleanly();
      run.start("10m");
      run.requireBackFromSnapshots();
      run.truth.requireAll(run.http());
      assertThat(applied(run)).isZero();
    }
  }

  @Test
  void whatTheLocalDiskLostComesBackFromS3() throws IOException {
    try (var run = copy()) {
      Map<String, String> before = ShardDisk.buckets(run.disk.local());
      run.disk.loseLocalDisk();
      run.start("10m");
      run.requireBackFromSnapshots();
      run.truth.requireAll(run.http());
      assertThat(ShardDisk.buckets(run.disk.local())).isEqualTo(before);
      assertThat(applied(run)).isZero();
    }
  }

  @Test
  void brokenFilesAreSetAsideAndReplacedFromS3() throws IOException {
    try (var run = copy()) {
      Path local = run.disk.local();
      Map<String, String> before = ShardDisk.buckets(local);
      Path bucket = ShardDisk.cutInHalf(ShardDisk.files(local, ShardDisk::isBucket).getLast());
      Path snapshot =
          ShardDisk.flipByteInTheMiddle(ShardDisk.files(local, ShardDisk::isSnapshot).getLast());
      run.start("10m");
      assertThat(run.log())
          .contains("file=" + bucket + " as=" + bucket.getFileName() + ".broken")
          .contains("file=" + snapshot + " as=" + snapshot.getFileName() + ".broken");
      run.requireBackFromSnapshots();
      run.truth.requireAll(run.http());
      assertThat(ShardDisk.files(local, ShardDisk::isBroken)).hasSize(2);
      assertThat(ShardDisk.buckets(local)).isEqualTo(before);
      assertThat(run.http().metric("goku_short_files_broken_total")).isEqualTo(2);
    }
  }

  @Test
  void withoutSnapshotsTheLogGivesTheSameDatapointsAndTheSameFiles() throws IOException {
    try (var run = copy()) {
      Map<String, String> before = ShardDisk.buckets(run.disk.local());
      Map<String, String> inS3 = ShardDisk.buckets(run.disk.s3());
      run.disk.loseLocalDisk();
      run.disk.removeSnapshotsFromS3();
      run.start("10m");
      assertThat(run.log()).contains("no snapshot usable").doesNotContain("are back");
      run.truth.requireAll(run.http());
      await(() -> assertThat(ShardDisk.buckets(run.disk.local())).containsAllEntriesOf(inS3));
      assertThat(before).containsAllEntriesOf(inS3);
      assertThat(run.log()).doesNotContain("differ");
    }
  }

  @Test
  void aTopicThatLostRecordsIsReportedAndTheSnapshotKept() throws IOException {
    try (var run = copy()) {
      List<String> snapshots = ShardDisk.names(run.disk.local(), ShardDisk::isSnapshot);
      run.start("10m");
      Truth lost = run.truth.copy();
      lost.write(run.http(), "kept", HOSTS, 1, times(active + 4000, 5, 1), 0.5);
      run.topic().deleteRecords();
      run.stopCleanly(); // a killed broker would forget that it deleted
      run.disk.keepSnapshots(snapshots);
      run.start("10m");
      assertThat(run.log()).contains("records missing in the log");
      assertThat(run.http().metric("goku_short_offsets_missing_total")).isPositive();
      run.truth.requireAll(run.http());
      run.truth.write(run.http(), "kept", HOSTS, 1, times(active + 5000, 5, 1), 0.5);
      run.truth.awaitAll(run.http());
    }
  }

  /// Returns what no process has touched since the preparation.
  private StandaloneRun copy() throws IOException {
    return prepared().copyTo(Files.createTempDirectory(temporary, "copy"));
  }

  private StandaloneRun prepared() throws IOException {
    StandaloneRun before = prepared;
    if (before != null) {
      return before;
    }
    Path directory = Files.createTempDirectory(temporary, "prepared");
    try (var run = StandaloneRun.empty(directory, new Truth(start - 1))) {
      run.start("10m");
      run.truth.write(run.http(), "kept", HOSTS, 1, times(start, 30, 10), 0);
      run.truth.write(run.http(), "cut", HOSTS / 3, 1, times(start, 30, 10), 0.25);
      run.truth.awaitAll(run.http());
      finalizeBuckets(run);
      changeBuckets(run);
      run.stopCleanly();
      prepared = run;
      return run;
    }
  }

  /// Finalized buckets lie on the disk and in S3, and are announced.
  private void finalizeBuckets(StandaloneRun run) {
    run.topic().finalizeThrough(active);
    run.awaitBuckets(2);
    await(
        () ->
            assertThat(FinalizedTopic.read(run.brokers()))
                .as("events, whose keys or values name their objects")
                .hasSize(2 * SHARDS));
    run.truth.requireAll(run.http());
    assertThat(ShardDisk.buckets(run.disk.s3())).isEqualTo(ShardDisk.buckets(run.disk.local()));
  }

  /// Changes finalized buckets by late datapoints and deletes. Some of the buckets do not exist
  /// yet.
  private void changeBuckets(StandaloneRun run) {
    Truth truth = run.truth;
    truth.write(run.http(), "kept", HOSTS, 10, times(start + 20_000, 5, 30), 0.5);
    truth.write(run.http(), "kept", HOSTS, 7, times(start, 3, 20), 0.75);
    truth.awaitAll(run.http());
    truth.delete(run.http(), "cut", start + WINDOW / 2, start + WINDOW + WINDOW / 2);
    truth.requireAll(run.http());
    List<String> before = ShardDisk.names(run.disk.s3(), ShardDisk::isBucket);
    run.topic().finalizeThrough(start + WINDOW);
    await(
        () ->
            assertThat(ShardDisk.names(run.disk.s3(), ShardDisk::isBucket))
                .filteredOn(name -> !before.contains(name))
                .hasSize(SHARDS));
    truth.requireAll(run.http());
    truth.write(run.http(), "kept", HOSTS, 11, times(start + 40_000, 5, 30), 0.625);
    truth.awaitAll(run.http());
  }

  /// Returns how many batches of records were applied since the start.
  private static double applied(StandaloneRun run) {
    return run.http().metric("goku_short_apply_seconds_count", "ns1");
  }
}
