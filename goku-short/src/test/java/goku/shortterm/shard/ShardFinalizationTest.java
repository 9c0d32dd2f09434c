package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.finalize.FinalizeRecord;
import goku.memory.Purpose;
import goku.memory.SlabPool;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.shortterm.finalization.BucketOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardFinalizationTest {
  private static final int MIB = 1 << 20;
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long NOW = START.toEpochMilli();

  /// 08:00, the beginning of a bucket that the backfill window has left.
  private static final long OLD = NOW - 5 * HOUR;

  private static final SeriesFilter CPU = new SeriesFilter("cpu", List.of(), false);

  @TempDir private Path directory;

  private ShardFixture fixture() {
    return new ShardFixture(
        64 * MIB, System::nanoTime, Runnable::run, new DirectoryOutput(directory));
  }

  private static void finalizeThrough(ShardFixture fixture, long millis) {
    fixture.append(new FinalizeRecord(millis).toBytes());
    fixture.shard.tick(0);
  }

  private static void putSome(ShardFixture fixture) {
    for (int minute = 0; minute < 300; minute += 2) {
      fixture.add("cpu host=a", OLD + minute * 60_000L, minute);
      fixture.add("cpu host=b", OLD + minute * 60_000L + 17, -minute / 3.0);
      if (minute % 3 == 0) {
        fixture.add("mem", OLD + minute * 60_000L, Double.NaN);
      }
    }
    fixture.send();
  }

  /// Returns the name of a window's file.
  private static String file(long startMillis, long decidedMillis) {
    int generation = Generations.complete(startMillis, decidedMillis);
    return "bucket-%d-%d".formatted(startMillis / 1000, generation);
  }

  @Test
  void finalizedBucketsReadAsBefore() {
    try (var fixture = fixture()) {
      putSome(fixture);
      fixture.add("cpu host=a", OLD + 60_000, 7); // out of order
      fixture.add("cpu host=a", OLD + 120_000, 8); // again
      fixture.send();
      Map<String, Map<Long, Double>> before = fixture.readAll();
      finalizeThrough(fixture, OLD + 4 * HOUR);
      assertThat(directory).isDirectoryContaining("glob:**" + file(OLD, NOW));
      assertThat(fixture.counted("goku.short.buckets.finalized")).isEqualTo(2);
      assertThat(fixture.readAll()).isEqualTo(before);
      assertThat(fixture.read(CPU, new TimeRange(OLD + 60_000, OLD + 3 * HOUR)).get("cpu host=a"))
          .isEqualTo(
              sub(Objects.requireNonNull(before.get("cpu host=a")), OLD + 60_000, OLD + 3 * HOUR));
    }
  }

  private static Map<Long, Double> sub(Map<Long, Double> all, long from, long to) {
    return all.entrySet().stream()
        .filter(point -> point.getKey() >= from && point.getKey() <= to)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Test
  void bucketsThatEndLaterAreLeftAlone() {
    try (var fixture = fixture()) {
      putSome(fixture);
      finalizeThrough(fixture, OLD + 4 * HOUR - 1);
      assertThat(fixture.counted("goku.short.buckets.finalized")).isEqualTo(1);
    }
  }

  @Test
  void streamsOfAFinalizedBucketGiveTheirMemoryBack() {
    try (var fixture = fixture()) {
      putSome(fixture);
      finalizeThrough(fixture, OLD + 6 * HOUR);
      fixture.shard.tick(0);
      assertThat(fixture.memory.use().bytes(Purpose.STREAMS)).isZero();
      assertThat(fixture.memory.use().bytes(Purpose.FINALIZED)).isPositive();
    }
  }

  @Test
  void lateDatapointsWinAtOnceAndAreInTheNextGeneration() {
    try (var fixture = fixture()) {
      putSome(fixture);
      finalizeThrough(fixture, OLD + 2 * HOUR);
      fixture.put("cpu host=a", OLD + 60_000, 1.5);
      fixture.put("cpu host=a", OLD + 120_000, 2.5);
      fixture.put("cpu host=new", OLD + 60_000, 3.5);
      Map<String, Map<Long, Double>> late = fixture.readAll();
      assertThat(late.get("cpu host=a")).containsEntry(OLD + 60_000, 1.5);
      assertThat(late.get("cpu host=a")).containsEntry(OLD + 120_000, 2.5);
      assertThat(late.get("cpu host=new")).containsEntry(OLD + 60_000, 3.5);
      finalizeThrough(fixture, OLD + 2 * HOUR);
      assertThat(directory).isDirectoryContaining("glob:**" + file(OLD, NOW + 1000));
      assertThat(fixture.readAll()).isEqualTo(late);
    }
  }

  @Test
  void aShardThatLostADecisionGivesTheNextFileTheNumberThatItHasElsewhere(@TempDir Path elsewhere)
      throws IOException {
    try (var one = fixture();
        var other =
            new ShardFixture(
                64 * MIB, System::nanoTime, Runnable::run, new DirectoryOutput(elsewhere))) {
      finalizeThrough(one, OLD + 2 * HOUR);
      for (ShardFixture each : List.of(one, other)) {
        each.put("cpu", OLD, 1);
        each.clock.advance(Duration.ofMinutes(1));
        finalizeThrough(each, OLD + 2 * HOUR);
      }
      assertThat(elsewhere).isDirectoryContaining("glob:**" + file(OLD, NOW + 60_000));
      assertThat(directory).isDirectoryContaining("glob:**" + file(OLD, NOW + 60_000));
    }
  }

  @Test
  void theTiersMayLackABucketUntilTheyAreKnownToHaveItsLastFile() {
    var output = new DirectoryOutput(directory, true);
    output.isInTiers = false;
    try (var fixture = new ShardFixture(64 * MIB, System::nanoTime, Runnable::run, output)) {
      assertThat(fixture.shard.pendingFromMillis()).as("not known yet").isEqualTo(Long.MIN_VALUE);
      fixture.put("cpu", OLD, 1);
      finalizeThrough(fixture, OLD + 2 * HOUR);
      fixture.clock.set(Instant.ofEpochMilli(OLD + 26 * HOUR).minus(BucketOutput.NOTICE));
      fixture.shard.tick(0);
      assertThat(fixture.shard.pendingFromMillis()).isEqualTo(OLD);
      output.isInTiers = true;
      fixture.shard.tick(0);
      assertThat(fixture.shard.pendingFromMillis()).isEqualTo(OLD + 2 * HOUR);
      fixture.put("cpu", OLD, 2);
      fixture.shard.tick(0);
      assertThat(fixture.shard.pendingFromMillis()).as("a late datapoint").isEqualTo(OLD);
    }
  }

  @Test
  void sameDecisionTwiceFinalizesOnce() {
    try (var fixture = fixture()) {
      putSome(fixture);
      finalizeThrough(fixture, OLD + 2 * HOUR);
      finalizeThrough(fixture, OLD + 2 * HOUR);
      assertThat(fixture.counted("goku.short.buckets.finalized")).isEqualTo(1);
    }
  }

  @Test
  void deletesReachIntoFinalizedBuckets() {
    try (var fixture = fixture()) {
      putSome(fixture);
      finalizeThrough(fixture, OLD + 6 * HOUR);
      Map<String, Map<Long, Double>> before = fixture.readAll();
      fixture.delete(CPU, new TimeRange(OLD + HOUR, OLD + 3 * HOUR));
      Map<String, Map<Long, Double>> expected = new TreeMap<>(before);
      expected.replaceAll(
          (name, points) ->
              name.startsWith("cpu")
                  ? points.entrySet().stream()
                      .filter(p -> p.getKey() < OLD + HOUR || p.getKey() > OLD + 3 * HOUR)
                      .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))
                  : points);
      assertThat(fixture.readAll()).isEqualTo(expected);
      finalizeThrough(fixture, OLD + 6 * HOUR);
      assertThat(fixture.readAll()).isEqualTo(expected);
      assertThat(directory).isDirectoryContaining("glob:**" + file(OLD, NOW + 1000));
    }
  }

  @Test
  void bucketOfWhichNothingIsLeftGetsAnEmptyFile() {
    try (var fixture = fixture()) {
      fixture.put("cpu", OLD, 1);
      finalizeThrough(fixture, OLD + 2 * HOUR);
      fixture.delete(CPU, new TimeRange(OLD, OLD + HOUR));
      assertThat(fixture.readAll()).isEmpty();
      finalizeThrough(fixture, OLD + 2 * HOUR);
      assertThat(fixture.readAll()).isEmpty();
      assertThat(directory)
          .as("both files, for a later reader")
          .isDirectoryContaining("glob:**" + file(OLD, NOW + 1000));
    }
  }

  @Test
  void filesDoNotDependOnHowDatapointsCame() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    try (var one = fixture();
        var two =
            new ShardFixture(
                64 * MIB, System::nanoTime, Runnable::run, new DirectoryOutput(other))) {
      putSome(one);
      two.put("mem", OLD + 3 * HOUR, 4); // other slots, other terms
      two.put("disk host=z", OLD + 3 * HOUR, 4);
      for (int minute = 298; minute >= 0; minute -= 2) {
        two.put("cpu host=b", OLD + minute * 60_000L + 17, 99);
        two.put("cpu host=b", OLD + minute * 60_000L + 17, -minute / 3.0);
        if (minute % 3 == 0) {
          two.put("mem", OLD + minute * 60_000L, Double.NaN);
        }
        two.put("cpu host=a", OLD + minute * 60_000L, minute);
      }
      one.lengthenTo(two);
      two.lengthenTo(one);
      finalizeThrough(one, OLD + 2 * HOUR);
      finalizeThrough(two, OLD + 2 * HOUR);
      String name = file(OLD, NOW);
      assertThat(other.resolve(name)).hasSameBinaryContentAs(directory.resolve(name));
    }
  }

  @Test
  void datapointsThatComeWhileAFileIsWrittenAreNotInIt() {
    Queue<Runnable> waiting = new ArrayDeque<>();
    try (var fixture =
        new ShardFixture(
            64 * MIB, System::nanoTime, waiting::add, new DirectoryOutput(directory))) {
      fixture.put("cpu", OLD, 1);
      finalizeThrough(fixture, OLD + 2 * HOUR);
      fixture.put("cpu", OLD, 2);
      fixture.put("cpu", OLD + 1000, 3);
      assertThat(fixture.readAll()).isEqualTo(Map.of("cpu", Map.of(OLD, 2.0, OLD + 1000, 3.0)));
      waiting.remove().run();
      fixture.shard.tick(0);
      assertThat(fixture.counted("goku.short.buckets.finalized")).isEqualTo(1);
      assertThat(fixture.readAll()).isEqualTo(Map.of("cpu", Map.of(OLD, 2.0, OLD + 1000, 3.0)));
      finalizeThrough(fixture, OLD + 2 * HOUR);
      waiting.remove().run();
      fixture.shard.tick(0);
      assertThat(fixture.readAll()).isEqualTo(Map.of("cpu", Map.of(OLD, 2.0, OLD + 1000, 3.0)));
    }
  }

  @Test
  void fileThatCannotBeWrittenIsTriedAgainAndNothingIsLost() throws IOException {
    Path gone = directory.resolve("gone");
    try (var fixture =
        new ShardFixture(64 * MIB, System::nanoTime, Runnable::run, new DirectoryOutput(gone))) {
      putSome(fixture);
      Map<String, Map<Long, Double>> before = fixture.readAll();
      finalizeThrough(fixture, OLD + 2 * HOUR);
      assertThat(fixture.shard.complaint()).get().asString().contains("stay in memory");
      assertThat(fixture.readAll()).isEqualTo(before);
      Files.createDirectory(gone);
      fixture.clock.advance(Duration.ofSeconds(11));
      fixture.shard.tick(0);
      fixture.shard.tick(0);
      assertThat(fixture.shard.complaint()).isEmpty();
      assertThat(fixture.counted("goku.short.buckets.finalized")).isEqualTo(1);
      assertThat(fixture.readAll()).isEqualTo(before);
    }
  }

  @Test
  void deletesWhileAFileCannotBeWrittenAreLeftToTheNextOneAsOnEveryReplica() throws IOException {
    Path gone = directory.resolve("gone");
    try (var other = fixture();
        var fixture =
            new ShardFixture(
                64 * MIB, System::nanoTime, Runnable::run, new DirectoryOutput(gone))) {
      for (ShardFixture replica : List.of(other, fixture)) {
        putSome(replica);
        finalizeThrough(replica, OLD + 2 * HOUR);
        replica.delete(CPU, new TimeRange(OLD + HOUR / 2, OLD + HOUR));
        replica.delete(
            new SeriesFilter("mem", List.of(), false), new TimeRange(OLD, OLD + 2 * HOUR - 1));
        replica.put("cpu host=a", OLD + HOUR / 2, 77);
      }
      Map<String, Map<Long, Double>> expected = other.readAll();
      assertThat(fixture.readAll()).isEqualTo(expected);
      assertThat(other.shard.hasDeferredDeletes()).isFalse();
      assertThat(fixture.shard.hasDeferredDeletes()).as("a snapshot would lose them").isTrue();
      Files.createDirectory(gone);
      fixture.clock.advance(Duration.ofSeconds(11));
      fixture.shard.tick(0);
      fixture.shard.tick(0);
      String name = file(OLD, NOW);
      assertThat(gone.resolve(name)).hasSameBinaryContentAs(directory.resolve(name));
      assertThat(fixture.readAll()).isEqualTo(expected);
      assertThat(fixture.shard.hasDeferredDeletes()).isFalse();
      other.clock.advance(Duration.ofSeconds(11));
      finalizeThrough(other, OLD + 2 * HOUR);
      finalizeThrough(fixture, OLD + 2 * HOUR);
      String next = file(OLD, NOW + 11_000);
      assertThat(gone.resolve(next)).hasSameBinaryContentAs(directory.resolve(next));
      assertThat(fixture.readAll()).isEqualTo(expected);
    }
  }

  @Test
  void whereFilesAreWantedOfAllNothingExpiresBeforeItIsInOne() {
    try (var fixture =
        new ShardFixture(
            64 * MIB, System::nanoTime, Runnable::run, new DirectoryOutput(directory, true))) {
      putSome(fixture);
      Map<String, Map<Long, Double>> all = fixture.readAll();
      fixture.clock.advance(Duration.ofDays(3)); // in which nothing could be decided
      fixture.shard.tick(0);
      assertThat(fixture.readAll()).isEqualTo(all);
      finalizeThrough(fixture, OLD + 6 * HOUR);
      assertThat(directory)
          .isDirectoryContaining("glob:**" + file(OLD, NOW + 72 * HOUR))
          .isDirectoryContaining("glob:**" + file(OLD + 4 * HOUR, NOW + 72 * HOUR));
      fixture.shard.tick(0);
      fixture.shard.tick(0);
      assertThat(fixture.readAll()).isEmpty();
      assertThat(fixture.shard.index().size()).isZero();
    }
  }

  @Test
  void whereGokuLHasTheRestNothingExpiresBeforeTheTiersHaveIt() {
    var output = new DirectoryOutput(directory, true);
    output.isInTiers = false;
    try (var fixture = new ShardFixture(64 * MIB, System::nanoTime, Runnable::run, output)) {
      putSome(fixture);
      Map<String, Map<Long, Double>> all = fixture.readAll();
      finalizeThrough(fixture, OLD + 6 * HOUR);
      fixture.clock.advance(Duration.ofDays(3));
      fixture.shard.tick(0);
      assertThat(fixture.readAll()).isEqualTo(all);
      assertThat(fixture.shard.heldFromMillis()).isEqualTo(Long.MIN_VALUE);
      output.isInTiers = true;
      fixture.shard.tick(0);
      assertThat(fixture.readAll()).isEmpty();
      long kept = fixture.clock.millis() - ShardFixture.TTL.toMillis();
      assertThat(fixture.shard.heldFromMillis())
          .isEqualTo(Math.floorDiv(kept, 2 * HOUR) * 2 * HOUR);
    }
  }

  /// A file with it alone would replace the one that has the whole window.
  @Test
  void whatComesLateForADroppedWindowIsRefusedWhileAFileCannotStateThatItAdds() {
    var output = new DirectoryOutput(directory, true);
    try (var fixture = new ShardFixture(64 * MIB, System::nanoTime, Runnable::run, output)) {
      putSome(fixture);
      finalizeThrough(fixture, OLD + 6 * HOUR);
      fixture.clock.advance(Duration.ofDays(3));
      fixture.shard.tick(0);
      output.statesCoverage = false;
      fixture.put("late host=a", OLD, 1);
      assertThat(fixture.readAll()).isEmpty();
      assertThat(fixture.refused(RejectReason.EXPIRED)).isEqualTo(1);
      output.statesCoverage = true;
      fixture.put("late host=a", OLD, 1);
      assertThat(fixture.readAll()).isNotEmpty();
    }
  }

  @Test
  void aShardWithoutRoomInMemoryDropsExpiredFilesThatTheTiersLack() {
    var output = new DirectoryOutput(directory, true);
    output.isInTiers = false;
    try (var fixture =
        new ShardFixture(6L * SlabPool.SLAB_BYTES, System::nanoTime, Runnable::run, output)) {
      putSome(fixture);
      finalizeThrough(fixture, OLD + 6 * HOUR);
      fixture.clock.advance(Duration.ofDays(3));
      long now = fixture.clock.millis();
      for (int i = 0; !fixture.shard.isStalled(); i++) {
        fixture.put("full host=" + i % 1000, now + i, i * 0.1);
      }
      fixture.shard.tick(0);
      assertThat(fixture.shard.heldFromMillis()).isGreaterThan(OLD + 4 * HOUR);
    }
  }

  @Test
  void expiredBucketsGoWithTheirFiles() {
    var output = new DirectoryOutput(directory);
    try (var fixture = new ShardFixture(64 * MIB, System::nanoTime, Runnable::run, output)) {
      putSome(fixture);
      finalizeThrough(fixture, OLD + 6 * HOUR);
      fixture.clock.advance(Duration.ofHours(27));
      fixture.shard.tick(0);
      fixture.shard.tick(0);
      assertThat(fixture.readAll()).isEmpty();
      assertThat(output.dropped).hasSize(3).isEqualTo(output.finalized);
      assertThat(fixture.memory.use().bytes(Purpose.FINALIZED)).isZero();
      assertThat(fixture.shard.index().size()).isZero();
    }
  }
}
