package goku.shortterm.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchWriter;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.format.finalize.FinalizeRecord;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.files.FileNames;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.ShardFixture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A shard one of whose bucket files has a corrupt page.
class DamageTest {
  private static final long WINDOW = 7_200_000;
  private static final long FIRST =
      ShardFixture.START.toEpochMilli() / WINDOW * WINDOW - 3 * WINDOW;
  private static final TimeRange FIRST_HALF_HOUR = new TimeRange(FIRST, FIRST + WINDOW / 4);
  private static final int SERIES = 20;

  @TempDir private Path directory;

  @Test
  void aWindowWithACorruptPageIsMarkedAndNotRead() throws IOException {
    List<byte[]> log = log();
    Map<String, Map<Long, Double>> expected = write(log);
    flip(firstFile());
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      assertThat(life.content()).isEqualTo(without(expected, FIRST));
      var reader = new ShardReader(life.shard);
      Holes hole = Holes.of(new Hole(FIRST, FIRST + WINDOW, HoleCause.DAMAGED));
      assertThat(reader.holes(ShardFixture.ALWAYS)).isEqualTo(hole);
      assertThat(reader.holes(new TimeRange(FIRST + WINDOW, Long.MAX_VALUE))).isEqualTo(Holes.NONE);
      assertThat(life.open.health().holes()).isEqualTo(hole);
    }
  }

  @Test
  void aByteThatFlipsAfterTheOpeningIsNoticedAtItsFirstTouch() throws IOException {
    List<byte[]> log = log();
    Map<String, Map<Long, Double>> expected = write(log);
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      flip(firstFile());
      assertThat(life.content()).isEqualTo(without(expected, FIRST));
    }
  }

  @Test
  void aRepairedWindowIsReadAgain() throws IOException {
    List<byte[]> log = log();
    Map<String, Map<Long, Double>> expected = write(log);
    Path good = Files.copy(firstFile(), directory.resolve("good"));
    flip(firstFile());
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      assertThat(life.content()).isNotEqualTo(expected);
      first(life).file().replace(good);
      assertThat(life.content()).isEqualTo(expected);
      assertThat(new ShardReader(life.shard).holes(ShardFixture.ALWAYS)).isEqualTo(Holes.NONE);
    }
  }

  @Test
  void aDeleteWaitsForTheRepairAndSparesLaterDatapoints() throws IOException {
    List<byte[]> log = log();
    Map<String, Map<Long, Double>> expected = write(log);
    Path good = Files.copy(firstFile(), directory.resolve("good"));
    flip(firstFile());
    log.add(delete(FIRST_HALF_HOUR));
    var late = new BatchWriter();
    late.add(SeriesName.ofCanonical("cpu host=h0".getBytes(UTF_8)), FIRST, 42);
    log.add(late.toBytes());
    forget(expected, FIRST_HALF_HOUR);
    Objects.requireNonNull(expected.get("cpu host=h0")).put(FIRST, 42.0);
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      assertThat(life.shard.hasDeferredDeletes()).isTrue();
      first(life).file().replace(good);
      assertThat(between(life.content(), FIRST_HALF_HOUR))
          .as("deleted datapoints, before they are cut")
          .isEmpty();
      assertThat(new ShardReader(life.shard).holes(ShardFixture.ALWAYS))
          .isEqualTo(Holes.of(new Hole(FIRST, FIRST + WINDOW, HoleCause.DAMAGED)));
      life.shard.tick(0);
      assertThat(life.shard.hasDeferredDeletes()).isFalse();
      assertThat(life.content()).isEqualTo(expected);
    }
    try (var life = new Life(directory)) {
      assertThat(life.content()).isEqualTo(expected);
    }
  }

  @Test
  void allDeletesOfADamagedFileAreDoneAfterItsRepair() throws IOException {
    List<byte[]> log = log();
    Map<String, Map<Long, Double>> expected = write(log);
    Path good = Files.copy(firstFile(), directory.resolve("good"));
    flip(firstFile());
    var later = new TimeRange(FIRST + WINDOW / 2, FIRST + WINDOW * 3 / 4);
    for (TimeRange range : List.of(FIRST_HALF_HOUR, later)) {
      log.add(delete(range));
      forget(expected, range);
    }
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      first(life).file().replace(good);
      life.shard.tick(0);
      assertThat(life.content()).isEqualTo(expected);
    }
  }

  /// The decision comes after the delete, so the file must not have its datapoints.
  @Test
  void aFileIsMadeOnlyAfterItsDeferredDeletes() throws IOException {
    List<byte[]> log = log();
    Map<String, Map<Long, Double>> expected = write(log);
    Path damaged = firstFile();
    Path good = Files.copy(damaged, directory.resolve("good"));
    flip(damaged);
    byte[] decision = new FinalizeRecord(FIRST + 2 * WINDOW, false, List.of()).toBytes();
    log.add(delete(FIRST_HALF_HOUR));
    log.add(decision);
    forget(expected, FIRST_HALF_HOUR);
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      first(life).file().replace(good);
      life.clock.advance(Duration.ofMinutes(1)); // a failed file would be tried again
      life.shard.tick(0);
      assertThat(first(life).path()).isEqualTo(damaged);
      life.open.applyWhenLoaded(decision, log.size(), ShardFixture.START.toEpochMilli());
      life.shard.tick(0);
      assertThat(first(life).path()).isNotEqualTo(damaged);
      assertThat(life.content()).isEqualTo(expected);
    }
  }

  /// The decision comes before the delete, so the file has its datapoints, and readers do not find
  /// them.
  @Test
  void aDeleteOutlastsAFileThatWasDecidedBefore() throws IOException {
    List<byte[]> log = log();
    Map<String, Map<Long, Double>> expected = write(log);
    Path good = Files.copy(firstFile(), directory.resolve("good"));
    flip(firstFile());
    var late = new BatchWriter();
    late.add(SeriesName.ofCanonical("cpu host=h0".getBytes(UTF_8)), FIRST + 1, 42);
    log.add(late.toBytes());
    log.add(new FinalizeRecord(FIRST + 2 * WINDOW, false, List.of()).toBytes());
    log.add(delete(FIRST_HALF_HOUR));
    forget(expected, FIRST_HALF_HOUR);
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      Path before = first(life).path();
      first(life).file().replace(good);
      life.clock.advance(Duration.ofMinutes(1)); // the file is tried again
      while (first(life).path().equals(before)) {
        life.shard.tick(0);
      }
      assertThat(between(life.content(), FIRST_HALF_HOUR)).isEmpty();
      life.clock.advance(Duration.ofMinutes(1));
      life.shard.tick(0);
      assertThat(life.shard.hasDeferredDeletes()).isFalse();
      assertThat(life.content()).isEqualTo(expected);
    }
  }

  @Test
  void aShardWithADeferredDeleteTakesNoSnapshot() throws IOException {
    List<byte[]> log = log();
    write(log);
    flip(firstFile());
    log.add(delete(FIRST_HALF_HOUR));
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
    }
    try (var life = new Life(directory)) {
      assertThat(life.open.recoveredOffset()).contains(log.size() - 2L);
    }
  }

  @Test
  void aDamagedFileIsNotMadePartOfTheNextGeneration() throws IOException {
    List<byte[]> log = log();
    write(log);
    Path damaged = firstFile();
    flip(damaged);
    var late = new BatchWriter();
    late.add(SeriesName.ofCanonical("cpu host=h0".getBytes(UTF_8)), FIRST, 42);
    log.add(late.toBytes());
    log.add(new FinalizeRecord(FIRST + 2 * WINDOW, false, List.of()).toBytes());
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      life.shard.tick(0);
      assertThat(life.shard.complaint().orElseThrow()).contains("cannot be written", "page 0");
      assertThat(first(life).path()).isEqualTo(damaged);
    }
  }

  @Test
  void closingWaitsForASnapshotThatIsBeingWritten() throws Exception {
    var saving = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var life = new Life(directory);
    life.replay(log(), 2);
    Thread timer =
        Thread.ofPlatform()
            .name("timer")
            .unstarted(
                () -> {
                  try {
                    life.open.takeSnapshot();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    life.onClock =
        () -> {
          if (Thread.currentThread().equals(timer)) {
            saving.countDown();
            await(goOn);
          }
        };
    timer.start();
    while (saving.getCount() > 0) {
      life.shard.proceed(); // captures for the timer
    }
    Thread closing = Thread.ofPlatform().start(life.open::close);
    while (closing.getState() != Thread.State.BLOCKED && closing.isAlive()) {
      Thread.onSpinWait();
    }
    boolean waited = closing.isAlive();
    goOn.countDown();
    closing.join();
    boolean saved = !timer.isAlive() || life.files.snapshots().size() == 1;
    timer.join();
    assertThat(waited).isTrue();
    assertThat(saved).isTrue();
    assertThat(life.node.registry().find("goku.short.snapshots.failed").counter()).isNull();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Applies the log, and returns its content.
  private Map<String, Map<Long, Double>> write(List<byte[]> log) throws IOException {
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      return life.content();
    }
  }

  private static byte[] delete(TimeRange range) {
    return DeleteWriter.write(new DeleteRecord("cpu", List.of(), false, range));
  }

  private static void forget(Map<String, Map<Long, Double>> expected, TimeRange range) {
    expected.values().forEach(points -> points.keySet().removeIf(range::contains));
  }

  /// Returns the datapoints in a range of the series that have some there.
  private static Map<String, Map<Long, Double>> between(
      Map<String, Map<Long, Double>> content, TimeRange range) {
    content.values().forEach(points -> points.keySet().removeIf(at -> !range.contains(at)));
    content.values().removeIf(Map::isEmpty);
    return content;
  }

  private static Map<String, Map<Long, Double>> without(
      Map<String, Map<Long, Double>> content, long window) {
    content
        .values()
        .forEach(points -> points.keySet().removeIf(at -> at >= window && at < window + WINDOW));
    return content;
  }

  /// Two windows with a file each.
  private static List<byte[]> log() {
    List<byte[]> log = new ArrayList<>();
    for (long window = FIRST; window < FIRST + 2 * WINDOW; window += WINDOW) {
      var batch = new BatchWriter();
      for (int i = 0; i < SERIES; i++) {
        for (long at = window; at < window + WINDOW; at += 60_000) {
          byte[] name = ("cpu host=h" + i).getBytes(UTF_8);
          batch.add(SeriesName.ofCanonical(name), at, i * 1.5 + at % 7);
        }
      }
      log.add(batch.toBytes());
    }
    log.add(new FinalizeRecord(FIRST + 2 * WINDOW, false, List.of()).toBytes());
    return log;
  }

  private static FinalizedPart first(Life life) {
    return life.shard.buckets().all().getFirst().finalized().orElseThrow();
  }

  private static int generation(Path file) {
    return FileNames.parseBucket(file.getFileName().toString()).orElseThrow().generation();
  }

  private Path firstFile() throws IOException {
    String begin = "bucket-%d-".formatted(FIRST / 1000);
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(begin))
          .filter(file -> file.toString().endsWith(".goku"))
          .max(Comparator.comparingInt(DamageTest::generation))
          .orElseThrow();
    }
  }

  /// Flips a bit in the middle of the pages, which are most of the file.
  private static void flip(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      long at = channel.size() / 2;
      channel.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1));
      channel.write(one.rewind(), at);
    }
  }
}
