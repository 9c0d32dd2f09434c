package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchWriter;
import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketFile;
import goku.format.finalize.FinalizeRecord;
import goku.model.Holes;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.log.LogRange;
import goku.shortterm.log.StartPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Windows of which a shard has lost datapoints.
class LostWindowsTest {
  private static final long HOUR = 3_600_000;
  private static final long NOON = START.toEpochMilli() - HOUR;
  private static final StartPoint.Lateness LATENESS =
      new StartPoint.Lateness(Duration.ofHours(1), Duration.ZERO);

  @TempDir private Path directory;

  private static StartPoint start(long applied) {
    return new StartPoint(LogRange.UNKNOWN, applied, applied, false, false, Holes.NONE);
  }

  private static ShardFixture begun(DirectoryOutput output) {
    var fixture = new ShardFixture(64 << 20, ShardFixture.NO_HURRY, Runnable::run, output);
    fixture.shard.begin(Optional.empty(), start(-1), LATENESS);
    fixture.shard.restored(Optional.empty(), start(-1), Collections.emptySortedMap());
    return fixture;
  }

  /// Applies a record as if those before it had left the log.
  private static void applyAfterGap(ShardFixture fixture) {
    fixture.shard.apply(
        new BatchWriter().toBytes(), fixture.shard.appliedOffset() + 3, fixture.clock.millis());
  }

  private static void finalizeDue(ShardFixture fixture) {
    List<FinalizeRecord> asked = new ArrayList<>();
    var clock =
        new FinalizationClock(
            3,
            LATENESS::backfill,
            true,
            (shard, key, value) -> asked.add(FinalizeRecord.read(value)));
    int before;
    do {
      before = asked.size();
      clock.tick(fixture.clock.millis(), fixture.shard::dueWindows);
      asked.subList(before, asked.size()).forEach(record -> fixture.append(record.toBytes()));
      fixture.shard.tick(0);
    } while (asked.size() > before);
  }

  private static Stream<String> incomplete(DirectoryOutput output) {
    return output.finalized.stream()
        .filter(LostWindowsTest::isIncomplete)
        .map(path -> path.getFileName().toString())
        .map(name -> name.substring(0, name.lastIndexOf('-')));
  }

  private static boolean isIncomplete(Path path) {
    try (BucketFile file = BucketFile.open(path)) {
      return file.info().coverage().kind() == BucketCoverage.Kind.INCOMPLETE;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns the begin of the name of a window's files.
  private static String name(long startMillis) {
    return "bucket-" + startMillis / 1000;
  }

  @Test
  void becomeIncompleteFilesThoughTheyHaveExpiredMeanwhile() {
    var output = new DirectoryOutput(directory, true);
    try (ShardFixture fixture = begun(output)) {
      fixture.put("cpu", NOON, 1);
      fixture.clock.advance(Duration.ofHours(30)); // the log loses what came in the first of them
      applyAfterGap(fixture);
      finalizeDue(fixture);
      assertThat(incomplete(output).limit(4))
          .containsExactly(
              name(NOON), name(NOON + 2 * HOUR), name(NOON + 4 * HOUR), name(NOON + 6 * HOUR));
      assertThat(incomplete(output)).contains(name(NOON + 26 * HOUR));
    }
  }

  @Test
  void areKeptInMindUntilTheTiersHaveTheirFiles() {
    var output = new DirectoryOutput(directory, true);
    output.isInTiers = false;
    try (ShardFixture fixture = begun(output)) {
      fixture.put("cpu", NOON, 1);
      fixture.clock.advance(Duration.ofHours(30));
      applyAfterGap(fixture);
      finalizeDue(fixture);
      assertThat(fixture.shard.holes().overlap(new TimeRange(NOON, NOON))).isTrue();
      output.isInTiers = true;
      fixture.shard.tick(0);
      assertThat(fixture.shard.holes().overlap(new TimeRange(NOON, NOON + 2 * HOUR))).isFalse();
      assertThat(fixture.shard.heldFromMillis()).isGreaterThan(NOON);
    }
  }

  @Test
  void areIncompleteAlsoIfTheShardHasDroppedThem() {
    var output = new DirectoryOutput(directory, true);
    try (ShardFixture fixture = begun(output)) {
      fixture.put("cpu", NOON, 1);
      fixture.clock.advance(Duration.ofHours(30));
      finalizeDue(fixture);
      long held = fixture.shard.heldFromMillis();
      assertThat(held).isGreaterThan(NOON);
      fixture.shard.followBackfill(() -> Duration.ofHours(40));
      applyAfterGap(fixture);
      finalizeDue(fixture);
      assertThat(incomplete(output)).contains(name(held - 2 * HOUR));
    }
  }

  @Test
  void areForgottenWithTheTimeByANamespaceWithoutTiers() throws IOException {
    var output = new DirectoryOutput(directory);
    try (ShardFixture fixture = begun(output)) {
      fixture.put("cpu", NOON, 1);
      fixture.clock.advance(Duration.ofHours(30));
      applyAfterGap(fixture);
      fixture.shard.tick(0);
      assertThat(fixture.shard.holes().overlap(new TimeRange(NOON, NOON))).isFalse();
    }
  }

  @Test
  void beforeTheFirstRecordBeginWhereTheShardWouldHaveKeptThem() {
    var output = new DirectoryOutput(directory, true);
    try (ShardFixture fixture = begun(output)) {
      applyAfterGap(fixture);
      finalizeDue(fixture);
      assertThat(incomplete(output).findFirst()).contains(name(NOON - 24 * HOUR));
      assertThat(fixture.shard.heldFromMillis()).isEqualTo(NOON - 24 * HOUR);
    }
  }

  @Test
  void areAmongTheWindowsThatTheShardBeganWith() {
    var output = new DirectoryOutput(directory, true);
    try (ShardFixture fixture = begun(output)) {
      fixture.put("cpu", NOON, 1);
      long began = fixture.shard.beganMillis();
      fixture.clock.advance(Duration.ofHours(4));
      applyAfterGap(fixture);
      assertThat(fixture.shard.beganMillis()).isEqualTo(began);
    }
  }

  /// The clock of a shard without a snapshot was once taken for the time of its log.
  @Test
  void doNotMakeTheShardRefuseWhatTheLogStillHas() {
    var output = new DirectoryOutput(directory, true);
    try (var fixture = new ShardFixture(64 << 20, ShardFixture.NO_HURRY, Runnable::run, output)) {
      StartPoint behind =
          new StartPoint(
              LogRange.UNKNOWN,
              4,
              4,
              false,
              false,
              LATENESS.holes(Long.MIN_VALUE + HOUR * 2, NOON));
      long written = fixture.clock.millis();
      fixture.clock.advance(Duration.ofHours(40)); // away for a while
      fixture.shard.begin(Optional.empty(), behind, LATENESS);
      fixture.shard.restored(Optional.empty(), behind, Collections.emptySortedMap());
      long oldest = fixture.shard.capture().state().orElseThrow().oldestMillis();
      assertThat(oldest).isLessThanOrEqualTo(written - 24 * HOUR);
    }
  }

  /// A record of an ingestor whose clock is ahead, or the latest of a node's clocks.
  @Test
  void doNotEndInTheFuture() {
    var output = new DirectoryOutput(directory, true);
    try (var fixture = new ShardFixture(64 << 20, ShardFixture.NO_HURRY, Runnable::run, output)) {
      Holes holes = LATENESS.holes(Long.MIN_VALUE + 2 * HOUR, NOON + 12 * HOUR);
      var behind = new StartPoint(LogRange.UNKNOWN, 4, 4, false, false, holes);
      fixture.shard.begin(Optional.empty(), behind, LATENESS);
      fixture.shard.restored(Optional.empty(), behind, Collections.emptySortedMap());
      assertThat(fixture.shard.heldFromMillis()).isEqualTo(NOON - 24 * HOUR);
    }
  }

  @Test
  void deletedDatapointsOfAFileShowInASnapshotThatTheNextFileIsDecided() {
    var output = new DirectoryOutput(directory, true);
    List<Runnable> waiting = new ArrayList<>();
    try (var fixture = new ShardFixture(64 << 20, ShardFixture.NO_HURRY, waiting::add, output)) {
      fixture.put("cpu", NOON, 1);
      fixture.append(new FinalizeRecord(NOON + 2 * HOUR, true).toBytes());
      waiting.removeFirst().run();
      fixture.shard.tick(0);
      fixture.delete(new SeriesFilter("cpu", List.of(), false), new TimeRange(NOON, NOON + HOUR));
      fixture.append(new FinalizeRecord(NOON + 2 * HOUR, true).toBytes());
      long decision = fixture.shard.appliedOffset();
      ShardCapture capture = fixture.shard.capture();
      assertThat(capture.state().orElseThrow().decisions())
          .extracting(one -> one.startMillis() + " " + one.offset())
          .containsExactly(NOON + " " + decision);
      assertThat(capture.buckets().getFirst().sealed()).isNotEmpty();
      waiting.removeFirst().run();
      fixture.shard.tick(0);
      assertThat(output.finalized.getLast().getFileName().toString())
          .isEqualTo(
              "bucket-%d-%d"
                  .formatted(NOON / 1000, 2 + Generations.complete(NOON, fixture.clock.millis())));
    }
  }
}
