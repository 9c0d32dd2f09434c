package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.ALWAYS;
import static goku.shortterm.shard.ShardFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.bucket.BucketFile;
import goku.format.finalize.FinalizeRecord;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.shortterm.finalization.FinalizationClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Windows without datapoints, of a shard whose compactor waits for the file of every window.
class EmptyWindowsTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final Duration BACKFILL = Duration.ofHours(2);

  /// 12:00: the fixture's clock stands at 13:00.
  private static final long NOON = START.toEpochMilli() - HOUR;

  private static final SeriesFilter CPU = new SeriesFilter("cpu", List.of(), false);

  @TempDir private Path directory;

  private final List<FinalizeRecord> asked = new ArrayList<>();

  private ShardFixture fixture() {
    return new ShardFixture(
        64 << 20, System::nanoTime, Runnable::run, new DirectoryOutput(directory));
  }

  private FinalizationClock clock(boolean evenEmpty) {
    return new FinalizationClock(
        3, () -> BACKFILL, evenEmpty, (shard, key, value) -> asked.add(FinalizeRecord.read(value)));
  }

  /// Asks until nothing is asked for, and applies what was.
  private void finalizeDue(ShardFixture fixture, FinalizationClock clock) {
    int before;
    do {
      before = asked.size();
      clock.tick(fixture.clock.millis(), fixture.shard::dueWindows);
      asked.subList(before, asked.size()).forEach(record -> fixture.append(record.toBytes()));
      fixture.shard.tick(0);
    } while (asked.size() > before);
  }

  private static void decide(ShardFixture fixture, long throughMillis) {
    fixture.append(new FinalizeRecord(throughMillis, true).toBytes());
    fixture.shard.tick(0);
  }

  private List<String> files() throws IOException {
    try (var files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /// Returns the name of the file of a decision of the first hour.
  private static String name(long startMillis) {
    return name(startMillis, NOON + HOUR);
  }

  private static String name(long startMillis, long decidedMillis) {
    int generation = Generations.complete(startMillis, decidedMillis);
    return "bucket-%d-%d".formatted(startMillis / 1000, generation);
  }

  @Test
  void aShardThatNeverHadADatapointWritesTheLastWindowAndThenEveryOne() throws IOException {
    try (var fixture = fixture()) {
      FinalizationClock clock = clock(true);
      finalizeDue(fixture, clock);
      assertThat(files()).containsExactly(name(NOON - 4 * HOUR));
      for (int windows = 0; windows < 2; windows++) {
        fixture.clock.advance(Duration.ofHours(2));
        finalizeDue(fixture, clock);
      }
      assertThat(files())
          .containsExactly(
              name(NOON - 4 * HOUR),
              name(NOON - 2 * HOUR, NOON + 3 * HOUR),
              name(NOON, NOON + 5 * HOUR));
      try (var file = BucketFile.open(directory.resolve(name(NOON, NOON + 5 * HOUR)))) {
        file.verify();
        assertThat(file.info().startMillis()).isEqualTo(NOON);
        assertThat(file.seriesCount()).isZero();
        assertThat(file.pointCount()).isZero();
      }
    }
  }

  @Test
  void windowsBetweenDatapointsAreWrittenInAscendingOrder() {
    var output = new DirectoryOutput(directory);
    try (var fixture = new ShardFixture(64 << 20, System::nanoTime, Runnable::run, output)) {
      fixture.put("cpu", NOON - 10 * HOUR, 1);
      fixture.put("cpu", NOON - 4 * HOUR, 2);
      finalizeDue(fixture, clock(true));
      assertThat(output.finalized)
          .extracting(path -> path.getFileName().toString())
          .containsExactly(
              name(NOON - 10 * HOUR),
              name(NOON - 8 * HOUR),
              name(NOON - 6 * HOUR),
              name(NOON - 4 * HOUR));
    }
  }

  @Test
  void aNamespaceInMemoryOnlyHasNoFilesOfEmptyWindows() throws IOException {
    try (var fixture = fixture()) {
      fixture.put("cpu", NOON - 10 * HOUR, 1);
      fixture.put("cpu", NOON - 4 * HOUR, 2);
      finalizeDue(fixture, clock(false));
      assertThat(asked).containsExactly(new FinalizeRecord(NOON - 2 * HOUR));
      assertThat(files()).containsExactly(name(NOON - 10 * HOUR), name(NOON - 4 * HOUR));
    }
  }

  @Test
  void nothingIsMadeUpBeforeTheMemoryTtl() throws IOException {
    try (var fixture = fixture()) {
      decide(fixture, NOON - 24 * HOUR);
      assertThat(files()).isEmpty();
      decide(fixture, NOON - 22 * HOUR);
      assertThat(files()).containsExactly(name(NOON - 24 * HOUR));
    }
  }

  @Test
  void whatIsAskedAgainIsWrittenOnce() throws IOException {
    try (var fixture = fixture()) {
      decide(fixture, NOON);
      decide(fixture, NOON);
      assertThat(files()).containsExactly(name(NOON - 2 * HOUR));
    }
  }

  @Test
  void lateDatapointsOfAnEmptyWindowAreInItsSecondGeneration() throws IOException {
    try (var fixture = fixture()) {
      decide(fixture, NOON);
      fixture.put("cpu", NOON - HOUR, 7);
      assertThat(fixture.readAll()).containsKey("cpu");
      decide(fixture, NOON);
      assertThat(files())
          .containsExactly(name(NOON - 2 * HOUR), name(NOON - 2 * HOUR, NOON + HOUR + 1000));
      assertThat(fixture.readAll()).containsKey("cpu");
    }
  }

  @Test
  void queriesPassEmptyWindowsOver() {
    try (var fixture = fixture()) {
      decide(fixture, NOON - 2 * HOUR);
      decide(fixture, NOON);
      fixture.put("cpu", NOON, 1);
      assertThat(fixture.shard.buckets().count()).isEqualTo(3);
      assertThat(fixture.shard.buckets().overlapping(ALWAYS)).hasSize(1);
      fixture.put("cpu", NOON - HOUR, 1);
      assertThat(fixture.shard.buckets().overlapping(ALWAYS)).hasSize(2);
    }
  }

  @Test
  void aDeleteDoesNotForgetAnEmptyWindowThatIsBeingWritten() throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    try (var fixture =
        new ShardFixture(
            64 << 20, System::nanoTime, waiting::add, new DirectoryOutput(directory))) {
      fixture.put("cpu", NOON, 1);
      decide(fixture, NOON - 2 * HOUR);
      fixture.delete(CPU, new TimeRange(NOON, NOON + HOUR));
      waiting.remove().run();
      fixture.shard.tick(0);
      assertThat(fixture.shard.buckets().count()).isOne();
      assertThat(files()).containsExactly(name(NOON - 4 * HOUR));
    }
  }

  @Test
  void nobodyIsToldOfAFileBeforeThoseOfEarlierWindows() {
    Queue<Runnable> waiting = new ArrayDeque<>();
    var output = new DirectoryOutput(directory);
    try (var fixture = new ShardFixture(64 << 20, System::nanoTime, waiting::add, output)) {
      fixture.put("cpu", NOON - 4 * HOUR, 1);
      decide(fixture, NOON);
      Runnable first = waiting.remove();
      waiting.remove().run();
      fixture.shard.tick(0);
      assertThat(fixture.counted("goku.short.buckets.finalized")).isOne();
      assertThat(output.finalized).isEmpty();
      first.run();
      fixture.shard.tick(0);
      assertThat(output.finalized)
          .extracting(path -> path.getFileName().toString())
          .containsExactly(name(NOON - 4 * HOUR), name(NOON - 2 * HOUR));
    }
  }

  @Test
  void aFileThatExpiresWhileItIsHeldBackIsToldFirst() {
    Queue<Runnable> waiting = new ArrayDeque<>();
    var output = new DirectoryOutput(directory);
    try (var fixture = new ShardFixture(64 << 20, System::nanoTime, waiting::add, output)) {
      fixture.put("cpu", NOON - 4 * HOUR, 1);
      decide(fixture, NOON);
      Runnable first = waiting.remove();
      waiting.remove().run();
      fixture.shard.tick(0);
      fixture.clock.advance(Duration.ofHours(30));
      fixture.shard.tick(0);
      assertThat(output.finalized).containsExactly(directory.resolve(name(NOON - 2 * HOUR)));
      assertThat(output.dropped).isEqualTo(output.finalized);
      first.run(); // gives its pin back
    }
  }
}
