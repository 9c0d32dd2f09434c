package goku.shortterm.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.batch.BatchWriter;
import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.format.finalize.FinalizeRecord;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.memory.Reclaimer;
import goku.model.Holes;
import goku.model.NameHash;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.shortterm.recovery.SnapshotTaker;
import goku.shortterm.shard.ShardCapture;
import goku.shortterm.shard.ShardFixture;
import goku.testkit.TestForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A shard that is killed and comes back from its snapshot, its files and its log.
class RecoveryTest {
  private static final long NOW = ShardFixture.START.toEpochMilli();
  private static final long HOUR = 3_600_000;
  private static final int RECORDS = 120;
  private static final InputPartition INPUT = new InputPartition(new UUID(1, 2), 3, 4);

  /// Restarts at some point of some log.
  private static final int POINTS = TestForm.isLong() ? 500 : 25;

  @TempDir private Path directory;

  private static List<byte[]> log(long seed) {
    var random = new Random(seed);
    List<byte[]> log = new ArrayList<>();
    while (log.size() < RECORDS) {
      int kind = random.nextInt(12);
      if (kind == 0) {
        long from = NOW - random.nextInt(8 * 3600) * 1000L;
        var range = new TimeRange(from, from + random.nextInt(3 * 3600) * 1000L);
        log.add(DeleteWriter.write(new DeleteRecord("cpu", List.of(), false, range)));
      } else if (kind <= 2) {
        // some of windows that have no datapoints yet
        long through = NOW - random.nextInt(kind == 1 ? 8 * 3600 : 16 * 3600) * 1000L;
        log.add(new FinalizeRecord(through, random.nextBoolean(), blocked(random)).toBytes());
      } else {
        log.add(batch(random));
      }
    }
    return log;
  }

  /// Returns the blocked metrics as known to the requesting replica.
  private static List<Long> blocked(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> List.of(hash("mem"));
      case 1 -> List.of(hash("cpu"), hash("never seen"));
      default -> List.of();
    };
  }

  private static long hash(String metric) {
    return NameHash.of(metric.getBytes(UTF_8));
  }

  /// Returns a batch from an input that is often delivered again, under other values.
  private static byte[] batch(Random random) {
    var batch = new BatchWriter();
    int offset = random.nextInt(RECORDS * 20);
    int input = batch.input(INPUT, new InputPosition(offset, 0));
    for (int i = 0; i < 50; i++) {
      batch.source(input, offset + i, 0);
      String metric = random.nextInt(4) == 0 ? "mem" : "cpu";
      byte[] name = (metric + " host=h" + random.nextInt(40)).getBytes(UTF_8);
      long time = NOW - random.nextInt(8 * 3600) * 1000L - (random.nextInt(9) == 0 ? 5 : 0);
      batch.add(SeriesName.ofCanonical(name), time, random.nextInt(1000) / 8.0);
    }
    return batch.toBytes();
  }

  @Test
  void aShardRestoredAtAnyPointEndsWithTheSameDatapointsAndTheSameFiles() throws IOException {
    var random = new Random(7);
    for (int point = 0; point < POINTS; point++) {
      List<byte[]> log = log(point);
      int end = random.nextInt(1, RECORDS);
      int ahead = random.nextInt(RECORDS - end);
      Path whole = directory.resolve(point + "-whole");
      Path killed = directory.resolve(point + "-killed");
      Map<String, Map<Long, Double>> expected;
      try (var life = new Life(whole)) {
        life.replay(log, RECORDS);
        expected = life.content();
      }
      var first = new Life(killed);
      first.replay(log, end);
      snapshotWhileGoingOn(first, log, end, end + ahead);
      first.kill();
      try (var second = new Life(killed)) {
        assertThat(second.open.recoveredOffset()).contains(end - 1L);
        second.replay(log, RECORDS);
        assertThat(second.content())
            .as("restored after record %d of log %d", end, point)
            .isEqualTo(expected);
      }
      assertThat(bucketFiles(killed))
          .as("after record %d of log %d", end, point)
          .isEqualTo(bucketFiles(whole));
    }
  }

  /// The capture is written only after more records were applied.
  @Test
  void aShardThatWasAwayForDaysTakesAllOfItsLogAndWritesTheSameFiles() throws IOException {
    List<byte[]> log = log(1);
    Path whole = directory.resolve("whole");
    try (var life = new Life(whole)) {
      life.replay(log, RECORDS);
    }
    Path away = directory.resolve("away");
    try (var first = new Life(away)) {
      first.replay(log, RECORDS / 2);
    }
    try (var second = new Life(away)) {
      second.clock.advance(Duration.ofDays(3));
      for (int offset = 0; offset < RECORDS; offset++) {
        second.open.applyWhenLoaded(log.get(offset), offset, NOW);
        second.shard.tickBehind();
      }
      assertThat(bucketFiles(away)).isNotEmpty().isEqualTo(bucketFiles(whole));
      second.shard.tick(0);
      assertThat(second.content()).isEmpty();
    }
  }

  private static void snapshotWhileGoingOn(Life life, List<byte[]> log, int at, int to)
      throws IOException {
    try (Reclaimer.Pin _ = life.shard.reclaimer().pin()) {
      ShardCapture capture = life.shard.capture();
      for (int offset = at; offset < to; offset++) {
        life.open.applyWhenLoaded(log.get(offset), offset, NOW);
        life.shard.tick(0);
      }
      save(life, capture);
    }
  }

  private static Map<String, String> bucketFiles(Path directory) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (var files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("b")).toList()) {
        content.put(
            file.getFileName().toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
    }
    return content;
  }

  @Test
  void anEmptyWindowThatIsBeingWrittenIsWrittenAfterARestart() throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    var first = Life.writingFilesBy(waiting::add, directory);
    first.open.applyWhenLoaded(new FinalizeRecord(NOW - 3 * HOUR, true).toBytes(), 0, NOW);
    first.shard.tick(0);
    assertThat(bucketFiles(directory)).isEmpty();
    first.open.close(); // which takes a snapshot
    waiting.remove().run(); // gives its pin back
    for (Path file : first.files.buckets()) {
      Files.delete(file);
    }
    first.memory.close();
    try (var second = new Life(directory)) {
      assertThat(second.open.recoveredOffset()).contains(0L);
      second.shard.tick(0);
      assertThat(second.told).hasSize(1).isEqualTo(List.copyOf(bucketFiles(directory).keySet()));
      // late datapoints are in the second generation, as on replicas without a restart
      second.open.applyWhenLoaded(batchAt(NOW - 5 * HOUR), 1, NOW);
      second.open.applyWhenLoaded(new FinalizeRecord(NOW - 3 * HOUR, true).toBytes(), 2, NOW);
      second.shard.tick(0);
      assertThat(bucketFiles(directory)).hasSize(2);
    }
  }

  @Test
  void whatIsLeftOutOfAFileThatIsBeingWrittenIsLeftOutAfterARestart() throws IOException {
    Path whole = directory.resolve("whole");
    Path stopped = directory.resolve("stopped");
    List<byte[]> log = new ArrayList<>();
    log.add(batchAt("cpu host=a", NOW - 5 * HOUR));
    log.add(batchAt("mem host=a", NOW - 5 * HOUR));
    log.add(new FinalizeRecord(NOW - 3 * HOUR, true).toBytes());
    log.add(batchAt("cpu host=a", NOW - 5 * HOUR + 1));
    log.add(batchAt("mem host=b", NOW - 5 * HOUR + 1));
    log.add(new FinalizeRecord(NOW - 3 * HOUR, true, List.of(hash("mem"))).toBytes());
    log.add(batchAt("mem host=c", NOW - 5 * HOUR + 2)); // late: nobody has left it out yet
    Map<String, Map<Long, Double>> expected;
    try (var life = new Life(whole)) {
      life.replay(log, log.size());
      expected = life.content();
      assertThat(expected).containsOnlyKeys("cpu host=a", "mem host=c");
      assertThat(life.node.registry().get("goku.short.blocked.series").counter().count())
          .isEqualTo(2);
    }
    Queue<Runnable> waiting = new ArrayDeque<>();
    var first = Life.writingFilesBy(waiting::add, stopped);
    first.replay(log, 3);
    waiting.remove().run();
    first.replay(log, log.size());
    first.open.close(); // which takes a snapshot
    waiting.remove().run(); // gives its pin back
    for (Path file : first.files.buckets()) {
      if (file.getFileName().toString().endsWith("-5.goku")) {
        Files.delete(file);
      }
    }
    first.memory.close();
    try (var second = new Life(stopped)) {
      assertThat(second.open.recoveredOffset()).contains(log.size() - 1L);
      second.shard.tick(0);
      assertThat(second.content()).isEqualTo(expected);
    }
    assertThat(bucketFiles(stopped)).hasSize(2).isEqualTo(bucketFiles(whole));
  }

  @Test
  void aRestartTellsOfFilesInTheOrderOfTheirWindows() throws IOException {
    try (var first = new Life(directory)) {
      for (int hours = 8; hours >= 4; hours -= 2) {
        first.open.applyWhenLoaded(batchAt(NOW - hours * HOUR), 8 - hours, NOW);
        first.open.applyWhenLoaded(
            new FinalizeRecord(NOW - (hours - 2) * HOUR, true).toBytes(), 9 - hours, NOW);
        first.shard.tick(0);
      }
      assertThat(first.told).hasSize(3).isSorted();
    }
    try (var second = new Life(directory)) {
      assertThat(second.told).hasSize(3).isSorted();
    }
  }

  private static byte[] batchAt(long time) {
    return batchAt("cpu host=a", time);
  }

  private static byte[] batchAt(String series, long time) {
    var batch = new BatchWriter();
    byte[] name = series.getBytes(UTF_8);
    batch.add(SeriesName.ofCanonical(name), time, 1);
    return batch.toBytes();
  }

  private static void save(Life life, ShardCapture capture) throws IOException {
    SnapshotInfo info = SnapshotTaker.info("ns", 3, capture);
    new SnapshotTaker(life.shard, capture).write(life.files.snapshot(info.offset()), info);
  }

  @Test
  void aCleanStopLeavesNothingToReplay() throws IOException {
    List<byte[]> log = log(1);
    Map<String, Map<Long, Double>> expected;
    try (var first = new Life(directory)) {
      first.replay(log, RECORDS);
      expected = first.content();
    }
    try (var second = new Life(directory)) {
      assertThat(second.open.recoveredOffset()).contains(RECORDS - 1L);
      assertThat(second.shard.appliedOffset()).isEqualTo(RECORDS - 1);
      assertThat(second.content()).isEqualTo(expected);
      assertThat(second.open.holes()).isEqualTo(Holes.NONE);
    }
  }

  @Test
  void whatTheLogDoesNotHaveAnyMoreIsCountedAtOnceAndPassedOver() throws IOException {
    List<byte[]> log = log(3);
    Map<String, Map<Long, Double>> expected;
    try (var first = new Life(directory)) {
      first.replay(log, 60);
      expected = first.content();
    }
    try (var second = new Life(directory, 70)) {
      assertThat(second.content()).isEqualTo(expected);
      assertThat(second.open.recoveredOffset()).contains(69L);
      assertThat(second.shard.appliedOffset()).isEqualTo(69);
      assertThat(second.node.registry().get("goku.short.offsets.missing").counter().count())
          .isEqualTo(10);
      second.open.applyWhenLoaded(log.get(70), 70, NOW);
      assertThat(second.node.registry().get("goku.short.offsets.missing").counter().count())
          .isEqualTo(10);
    }
    try (var third = new Life(directory, 60)) {
      assertThat(third.open.recoveredOffset()).contains(70L);
    }
  }

  @Test
  void aShardThatCannotComeBackSaysSoWithoutARecordOfItsLog() throws IOException {
    try (var first = new Life(directory)) {
      first.replay(log(4), RECORDS);
    }
    Path snapshot;
    try (var files = Files.list(directory)) {
      snapshot =
          files.filter(f -> f.getFileName().toString().startsWith("snapshot")).findFirst().get();
    }
    var info = Optional.of(SnapshotReader.info(snapshot));
    Files.write(snapshot, Arrays.copyOf(Files.readAllBytes(snapshot), 200));
    try (var second = new Life(directory, 0, info)) {
      assertThat(second.open.complaint()).contains("could not be restored from its files");
      assertThatThrownBy(second.open::proceed)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("could not be restored");
      assertThat(Path.of(snapshot + ".broken")).exists();
    }
  }

  @Test
  void aSnapshotIsTakenWhileTheWriterGoesOn() throws Exception {
    List<byte[]> log = log(2);
    try (var life = new Life(directory)) {
      life.replay(log, 60);
      var taking =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      life.open.takeSnapshot();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      int offset = 60;
      while (taking.isAlive()) {
        if (offset < RECORDS) {
          life.open.applyWhenLoaded(log.get(offset), offset, NOW);
          offset++;
        } else {
          life.open.proceed();
        }
      }
      assertThat(life.files.snapshots()).hasSize(1);
      assertThat(SnapshotReader.info(life.files.snapshots().getFirst()).offset())
          .isBetween(59L, (long) RECORDS);
    }
  }
}
