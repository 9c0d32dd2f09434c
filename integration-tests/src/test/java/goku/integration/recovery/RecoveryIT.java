package goku.integration.recovery;

import static goku.integration.recovery.Truth.await;
import static goku.integration.recovery.Truth.times;
import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// One data directory through finalization, a kill, a stop, a lost disk, broken files and a replay
/// of the whole log. Each test begins with what the one before left and compares every datapoint.
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RecoveryIT {
  private static final int SHARDS = 2;
  private static final int HOSTS = 1500;
  private static final long WINDOW = Duration.ofHours(2).toMillis();

  /// The start of the first of two buckets that are finalized; the next one is not.
  private final long start = (Instant.now().toEpochMilli() / WINDOW - 10) * WINDOW;

  private final long active = start + 2 * WINDOW;
  private final Truth truth = new Truth(start - 1);
  private final int port = GokuProcess.freePort();
  private final int kafkaPort = GokuProcess.freePort();

  @SuppressWarnings("NullAway.Init") // set before the first test
  private Path directory;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private ShardDisk disk;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GokuProcess goku;

  /// Characters in the log of the processes before this one.
  private int loggedBefore;

  @BeforeAll
  void startAndLoad(@TempDir Path temporary) throws IOException {
    directory = temporary;
    disk = ShardDisk.of(temporary.resolve("data"), "ns1", "goku-ns1");
    Files.writeString(
        temporary.resolve("namespaces.yaml"),
        """
        namespaces:
          - name: ns1
            default: true
            backfill: 3d
            memory-ttl: 3d
            kafka-topic: goku-ns1
            s3: {bucket: goku-ns1}
            shard-groups: 1
            shards-per-group: %d
            metrics: []
        """
            .formatted(SHARDS));
    restart("10m");
    truth.write(http(), "kept", HOSTS, 1, times(start, 30, 10), 0);
    truth.write(http(), "cut", HOSTS / 3, 1, times(start, 30, 10), 0.25);
    truth.awaitAll(http());
  }

  @AfterAll
  void stop() {
    goku.close();
  }

  @Test
  @Order(1)
  void finalizedBucketsLieOnTheDiskAndInS3AndAreAnnounced() {
    topic().finalizeThrough(active);
    awaitBuckets(2, 1);
    await(
        () ->
            assertThat(FinalizedTopic.read(goku.bootstrapServers()))
                .as("events, whose keys or values name their objects")
                .hasSize(2 * SHARDS));
    truth.requireAll(http());
    assertThat(ShardDisk.buckets(disk.s3())).isEqualTo(ShardDisk.buckets(disk.local()));
  }

  @Test
  @Order(2)
  void lateDatapointsAndDeletesChangeWhatIsFinalized() {
    truth.write(http(), "kept", HOSTS, 10, times(start + 20_000, 5, 30), 0.5);
    truth.write(http(), "kept", HOSTS, 7, times(start, 3, 20), 0.75);
    truth.awaitAll(http());
    truth.delete(http(), "cut", start + WINDOW / 2, start + WINDOW + WINDOW / 2);
    truth.requireAll(http());
    topic().finalizeThrough(start + WINDOW);
    await(
        () ->
            assertThat(ShardDisk.names(disk.s3(), ShardDisk::isBucket))
                .filteredOn(name -> name.endsWith("-2.goku"))
                .hasSize(SHARDS));
    truth.requireAll(http());
    truth.write(http(), "kept", HOSTS, 11, times(start + 40_000, 5, 30), 0.625);
    truth.awaitAll(http());
  }

  @Test
  @Order(3)
  void aKillLosesNothing() {
    stopCleanly();
    restart("1s");
    truth.write(http(), "kept", HOSTS, 3, times(active + 1000, 5, 1), 0.5);
    await(() -> assertThat(http().metric("goku_short_snapshots_total")).isEqualTo(SHARDS));
    truth.delete(http(), "cut", start, start + WINDOW / 4);
    truth.write(http(), "kept", HOSTS, 2, times(active + 2000, 5, 1), 0.5);
    goku.kill();
    restart("10m");
    requireBackFromSnapshots();
    truth.requireAll(http());
  }

  @Test
  @Order(4)
  void aRestartAfterACleanStopReplaysNothing() {
    truth.write(http(), "kept", HOSTS, 5, times(active + 3000, 5, 1), 0.5);
    stopCleanly();
    restart("10m");
    requireBackFromSnapshots();
    truth.requireAll(http());
    assertThat(http().metric("goku_short_apply_seconds_count", "ns1")).isZero();
  }

  @Test
  @Order(5)
  void whatTheLocalDiskLostComesBackFromS3() {
    stopCleanly();
    Map<String, String> before = ShardDisk.buckets(disk.local());
    disk.loseLocalDisk();
    restart("10m");
    requireBackFromSnapshots();
    truth.requireAll(http());
    assertThat(ShardDisk.buckets(disk.local())).isEqualTo(before);
    assertThat(http().metric("goku_short_apply_seconds_count", "ns1")).isZero();
  }

  @Test
  @Order(6)
  void brokenFilesAreSetAsideAndReplacedFromS3() throws IOException {
    stopCleanly();
    Map<String, String> before = ShardDisk.buckets(disk.local());
    Path bucket = ShardDisk.cutInHalf(ShardDisk.files(disk.local(), ShardDisk::isBucket).getLast());
    Path snapshot =
        ShardDisk.flipByteInTheMiddle(
            ShardDisk.files(disk.local(), ShardDisk::isSnapshot).getLast());
    restart("10m");
    assertThat(log())
        .contains(bucket + " is broken and now called " + bucket.getFileName() + ".broken")
        .contains(snapshot + " is broken and now called " + snapshot.getFileName() + ".broken");
    requireBackFromSnapshots();
    truth.requireAll(http());
    assertThat(ShardDisk.files(disk.local(), ShardDisk::isBroken)).hasSize(2);
    assertThat(ShardDisk.buckets(disk.local())).isEqualTo(before);
    assertThat(http().metric("goku_short_files_broken_total")).isEqualTo(2);
  }

  @Test
  @Order(7)
  void withoutSnapshotsTheLogGivesTheSameDatapointsAndTheSameFiles() {
    stopCleanly();
    Map<String, String> before = ShardDisk.buckets(disk.local());
    Map<String, String> inS3 = ShardDisk.buckets(disk.s3());
    disk.loseLocalDisk();
    disk.removeSnapshotsFromS3();
    restart("10m");
    assertThat(log()).contains("found no snapshot").doesNotContain("are back");
    truth.requireAll(http());
    await(() -> assertThat(ShardDisk.buckets(disk.local())).containsAllEntriesOf(inS3));
    assertThat(before).containsAllEntriesOf(inS3);
    assertThat(log()).doesNotContain("differ");
  }

  @Test
  @Order(8)
  void aTopicThatLostRecordsIsReportedAndTheSnapshotKept() {
    stopCleanly();
    List<String> snapshots = ShardDisk.names(disk.local(), ShardDisk::isSnapshot);
    restart("10m");
    var saved = truth.copy();
    truth.write(http(), "kept", HOSTS, 1, times(active + 4000, 5, 1), 0.5);
    topic().deleteRecords();
    stopCleanly(); // a killed broker would forget that it deleted
    disk.keepSnapshots(snapshots);
    truth.forgetSince(saved);
    restart("10m");
    assertThat(log()).contains("what they held is lost here");
    assertThat(http().metric("goku_short_offsets_missing_total")).isPositive();
    truth.requireAll(http());
    truth.write(http(), "kept", HOSTS, 1, times(active + 5000, 5, 1), 0.5);
    truth.awaitAll(http());
  }

  private void restart(String snapshotInterval) {
    loggedBefore += log().length();
    goku =
        GokuProcess.start(
            directory.resolve("data"),
            port,
            kafkaPort,
            "--no-agent",
            "--root.allow-delete",
            "--snapshot-interval=" + snapshotInterval,
            "--namespaces=" + directory.resolve("namespaces.yaml"));
    System.out.printf("ready after %s%n", goku.readyAfter());
  }

  private void stopCleanly() {
    assertThat(goku.terminate()).isIn(0, 143);
  }

  /// What this process has logged.
  private String log() {
    try {
      Path file = directory.resolve("data/goku.log");
      return Files.exists(file) ? Files.readString(file).substring(loggedBefore) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Each shard was opened once, with a snapshot.
  private void requireBackFromSnapshots() {
    List<String> back = log().lines().filter(line -> line.contains(" are back after ")).toList();
    assertThat(back).as(log()).hasSize(SHARDS);
  }

  private void awaitBuckets(int buckets, int generation) {
    await(
        () -> {
          for (Path files : List.of(disk.local(), disk.s3())) {
            assertThat(ShardDisk.names(files, ShardDisk::isBucket))
                .filteredOn(name -> name.endsWith("-" + generation + ".goku"))
                .hasSize(buckets * SHARDS);
          }
        });
  }

  private NamespaceTopic topic() {
    return new NamespaceTopic(goku.bootstrapServers(), "goku-ns1", SHARDS);
  }

  private GokuHttp http() {
    return goku.http();
  }
}
