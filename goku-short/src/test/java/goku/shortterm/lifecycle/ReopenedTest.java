package goku.shortterm.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.batch.BatchWriter;
import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketFile;
import goku.format.finalize.FinalizeRecord;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.rpc.ShardState;
import goku.rpc.ShardUnavailableException;
import goku.shortterm.files.FileNames;
import goku.shortterm.files.Unavailable;
import goku.shortterm.log.ListLog;
import goku.shortterm.shard.Generations;
import goku.shortterm.shard.ShardFixture;
import goku.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A shard that comes back after its log, its settings or its memory have changed.
class ReopenedTest {
  private static final UUID ID = new UUID(1, 2);
  private static final long NOW = ShardFixture.START.toEpochMilli();
  private static final long HOUR = 3_600_000;
  private static final long WINDOW = 2 * HOUR;

  /// The start of the window that ended two hours ago.
  private static final long LAST = NOW / WINDOW * WINDOW - WINDOW;

  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(ShardFixture.START);
  private final ListLog log = new ListLog(ID);

  @Test
  void snapshotStatesTheLogTheFirstWindowAndTheHoles() throws IOException {
    for (int i = 0; i < 4; i++) {
      log.changeLeader();
    }
    log.append(batch("a", NOW, 1), NOW);
    try (var first = Reopened.of(directory, log, clock)) {
      first.catchUp();
    }
    SnapshotInfo info = snapshot();
    assertThat(info.log().id()).isEqualTo(ID);
    assertThat(info.log().recordHash()).isEqualTo(log.record(0).orElseThrow().hash());
    assertThat(info.state().orElseThrow().oldestMillis()).as("nothing was dropped").isZero();
    assertThat(info.log().leaderEpoch()).isEqualTo(4);
    assertThat(info.holes().isEmpty()).isTrue();
  }

  @Test
  void aSnapshotIsTakenAgainWithoutTheEpochOnceTheLogHasRemovedItsRecord() throws IOException {
    log.append(batch("a", NOW, 1), NOW);
    try (var first = Reopened.of(directory, log, clock)) {
      first.catchUp();
    }
    assertThat(snapshot().log().leaderEpoch()).isZero();
    log.removeBefore(1);
    try (var second = Reopened.of(directory, log, clock)) {
      assertThat(second.open.isWorthASnapshot()).as("nothing is known of the log").isFalse();
      second.seeLog();
      assertThat(second.open.isWorthASnapshot()).isTrue();
    }
    assertThat(snapshot().log().leaderEpoch()).isEqualTo(-1);
    log.changeLeader();
    try (var third = Reopened.of(directory, log, clock)) {
      third.seeLog();
      assertThat(third.open.isWorthASnapshot()).isFalse();
      assertThat(third.open.holes().isEmpty()).as("no leader replaces the record").isTrue();
    }
  }

  /// An ingestor may have accepted the datapoint because another replica keeps its window.
  @Test
  void whatComesLateForADroppedWindowAddsToTheTiers() throws IOException {
    log.append(batch("a", LAST, 1), LAST);
    log.append(new FinalizeRecord(LAST + WINDOW).toBytes(), NOW);
    try (var first = Reopened.of(directory, log, clock)) {
      first.catchUp();
      clock.advance(ShardFixture.TTL.plusHours(4));
      first.shard.tick(0);
      assertThat(first.content()).isEmpty();
      log.append(batch("a", clock.millis(), 2), clock.millis());
      first.catchUp();
    }
    long held = (clock.millis() - ShardFixture.TTL.toMillis()) / WINDOW * WINDOW;
    assertThat(snapshot().state().orElseThrow().oldestMillis()).isEqualTo(held);
    Duration longer = ShardFixture.TTL.multipliedBy(3);
    try (var second = new Reopened(directory, log, clock, longer, 64 << 20)) {
      log.append(batch("a", LAST, 3), clock.millis());
      second.catchUp();
      assertThat(second.shard.heldFromMillis()).isEqualTo(held);
      assertThat(second.shard.dueWindows(clock.millis(), true))
          .allMatch(end -> end > held || end == LAST + WINDOW);
      assertThat(second.content().get("cpu host=a")).containsOnlyKeys(LAST, clock.millis());
      log.append(new FinalizeRecord(LAST + WINDOW, true).toBytes(), clock.millis());
      second.catchUp();
      assertThat(second.shard.heldFromMillis()).isEqualTo(held);
      int generation = Generations.incomplete(LAST, clock.millis());
      try (var file = BucketFile.open(directory.resolve(FileNames.bucket(LAST, generation)))) {
        assertThat(file.info().coverage().kind()).isEqualTo(BucketCoverage.Kind.ADDITION);
        assertThat(file.seriesCount()).isEqualTo(1);
      }
      addsAgain(second, "b");
    }
    try (var third = new Reopened(directory, log, clock, longer, 64 << 20)) {
      third.catchUp();
      addsAgain(third, "c");
    }
  }

  /// The next file of the window would otherwise replace the one in the tiers that has all.
  private void addsAgain(Reopened again, String host) throws IOException {
    clock.advance(Duration.ofMinutes(1));
    log.append(batch(host, LAST + 1, 4), clock.millis());
    log.append(new FinalizeRecord(LAST + WINDOW, true).toBytes(), clock.millis());
    again.catchUp();
    int generation = Generations.incomplete(LAST, clock.millis());
    try (var file = BucketFile.open(directory.resolve(FileNames.bucket(LAST, generation)))) {
      assertThat(file.info().coverage().kind()).isEqualTo(BucketCoverage.Kind.ADDITION);
    }
  }

  @Test
  void anExpiredWindowWhoseFileIsNotThatOfTheSnapshotIsNotHeld(@TempDir Path elsewhere)
      throws IOException {
    finalized(directory, 1);
    finalized(elsewhere, 2);
    String file = file(NOW);
    Files.copy(
        elsewhere.resolve(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    clock.advance(ShardFixture.TTL.plusHours(4));
    try (var again = Reopened.of(directory, log, clock)) {
      assertThat(again.content()).isEmpty();
      assertThat(again.shard.heldFromMillis()).isEqualTo(LAST + WINDOW);
    }
  }

  @Test
  void whatTheLogHasForAnExpiredWindowWhoseFileIsGoneAddsToTheTiers() throws IOException {
    finalized(directory, 1);
    int before = Generations.complete(LAST, NOW);
    log.append(batch("b", LAST + 1, 2), NOW);
    Files.delete(directory.resolve(file(NOW)));
    clock.advance(ShardFixture.TTL.plusHours(4));
    try (var again = Reopened.of(directory, log, clock)) {
      again.catchUp();
      assertThat(again.content()).isEqualTo(Map.of("cpu host=b", Map.of(LAST + 1, 2.0)));
      assertThat(again.shard.heldFromMillis()).isEqualTo(LAST + WINDOW);
      log.append(new FinalizeRecord(LAST + WINDOW, true).toBytes(), clock.millis());
      again.catchUp();
      try (var file = BucketFile.open(directory.resolve(again.bucketFiles().getLast()))) {
        assertThat(file.info().generation()).isGreaterThan(before);
        assertThat(file.info().coverage().kind()).isEqualTo(BucketCoverage.Kind.ADDITION);
        assertThat(file.seriesCount()).isEqualTo(1);
      }
    }
  }

  @Test
  void aWindowThatOnlyTheTiersHaveIsNoLongerHeld() throws IOException {
    finalized(directory, 1);
    log.append(batch("b", LAST + 1, 2), NOW);
    Files.delete(directory.resolve(file(NOW)));
    var inTiers = new Unavailable(Set.of(LAST), Set.of());
    try (var again = Reopened.without(inTiers, directory, log, clock)) {
      again.catchUp();
      assertThat(again.content()).isEqualTo(Map.of("cpu host=b", Map.of(LAST + 1, 2.0)));
      assertThat(again.shard.heldFromMillis()).isEqualTo(LAST + WINDOW);
      assertThat(again.shard.holes()).isEqualTo(Holes.NONE);
    }
  }

  @Test
  void aShardThatWaitsForS3HoldsItsRecordsUntilS3Answers() throws IOException {
    log.append(batch("a", NOW, 1), NOW);
    try (var waiting = Reopened.waiting(directory, log, clock)) {
      waiting.catchUp();
      assertThat(waiting.open.health().state()).isEqualTo(ShardState.UNAVAILABLE);
      assertThat(waiting.open.complaint())
          .get(InstanceOfAssertFactories.STRING)
          .contains("UNAVAILABLE", "waits for S3", "nothing is lost");
      assertThat(waiting.open.holdsRecords()).isTrue();
      assertThat(waiting.open.isWorthASnapshot()).isFalse();
      assertThatNoException().isThrownBy(waiting.open::proceed);
      waiting.copies.findBetterSnapshot();
      assertThatThrownBy(waiting.open::proceed).hasMessageContaining("is opened again");
    }
    try (var served = Reopened.of(directory, log, clock)) {
      served.catchUp();
      assertThat(served.content()).isEqualTo(Map.of("cpu host=a", Map.of(NOW, 1.0)));
    }
  }

  @Test
  void aDestroyedFileBecomesOneThatStatesItsHole() throws IOException {
    finalized(directory, 1);
    int lost = Generations.complete(LAST, NOW);
    Files.delete(directory.resolve(file(NOW)));
    clock.advance(ShardFixture.TTL.plusHours(4));
    var destroyed = new Unavailable(Set.of(), Set.of(LAST));
    try (var again = Reopened.without(destroyed, directory, log, clock)) {
      again.catchUp();
      var hole = Holes.of(new Hole(LAST, LAST + WINDOW, HoleCause.DAMAGED));
      assertThat(again.shard.holes()).isEqualTo(hole);
      log.append(new FinalizeRecord(LAST + WINDOW, true).toBytes(), clock.millis());
      again.catchUp();
      try (var file = BucketFile.open(directory.resolve(again.bucketFiles().getLast()))) {
        assertThat(file.info().coverage().kind()).isEqualTo(BucketCoverage.Kind.INCOMPLETE);
        assertThat(file.info().generation()).isEqualTo(lost - 1);
      }
    }
  }

  /// Writes the file of the last window and a snapshot that needs it.
  private void finalized(Path directory, double value) throws IOException {
    log.cutAt(0);
    log.append(batch("a", LAST, value), LAST);
    log.append(new FinalizeRecord(LAST + WINDOW, true).toBytes(), NOW);
    try (var shard = Reopened.of(directory, log, clock)) {
      shard.catchUp();
      assertThat(shard.bucketFiles()).containsExactly(file(NOW));
    }
  }

  @Test
  void aShardKeepsItsContentWhenItsLogIsCreatedAgainAndAppliesAllOfIt() throws IOException {
    for (int i = 0; i < 5; i++) {
      log.append(batch("a", NOW + i, i), NOW + i);
    }
    try (var first = Reopened.of(directory, log, clock)) {
      first.catchUp();
    }
    var other = new ListLog(new UUID(3, 4));
    for (int i = 10; i < 20; i++) {
      other.append(batch("a", NOW + i, i), NOW + HOUR + i);
    }
    try (var second = Reopened.of(directory, other, clock)) {
      second.catchUp();
      assertThat(second.content().get("cpu host=a"))
          .containsOnlyKeys(
              NOW, NOW + 1, NOW + 2, NOW + 3, NOW + 4, NOW + 10, NOW + 11, NOW + 12, NOW + 13,
              NOW + 14, NOW + 15, NOW + 16, NOW + 17, NOW + 18, NOW + 19);
      assertThat(second.shard.holes().all())
          .extracting(Hole::cause)
          .containsExactly(HoleCause.LOG_LOST);
      other.append(batch("b", NOW, 1), NOW + 2 * HOUR);
      second.catchUp();
    }
    assertThat(snapshots()).as("numbers ascend").hasSizeGreaterThan(1).isSorted();
    try (var third = Reopened.of(directory, other, clock)) {
      assertThat(third.shard.appliedOffset()).isEqualTo(10);
      assertThat(third.content()).containsOnlyKeys("cpu host=a", "cpu host=b");
    }
  }

  @Test
  void filesAreServedWithoutASnapshotAndTheirRecordsAreNotAppliedAgain() throws IOException {
    log.append(batch("a", LAST, 1), LAST);
    log.append(new FinalizeRecord(LAST + WINDOW, true).toBytes(), NOW);
    log.append(batch("a", NOW, 2), NOW);
    var first = Reopened.of(directory, log, clock);
    first.catchUp();
    List<String> files = first.bucketFiles();
    Map<String, Map<Long, Double>> content = first.content();
    first.kill();
    assertThat(files).hasSize(1);
    try (var second = Reopened.of(directory, log, clock)) {
      assertThat(second.content().get("cpu host=a")).containsOnlyKeys(LAST);
      second.catchUp();
      assertThat(second.content()).isEqualTo(content);
      assertThat(second.bucketFiles()).as("no further generation").isEqualTo(files);
      log.append(batch("a", LAST + 1, 3), NOW);
      log.append(new FinalizeRecord(LAST + WINDOW).toBytes(), NOW);
      second.catchUp();
      assertThat(second.bucketFiles()).contains(file(NOW + 1000));
    }
  }

  /// The log no longer has the record by which the shard knows the input that is delivered again.
  @Test
  void recordsThatFilesHaveAreNotAppliedAgainAfterASnapshotInTheMiddleOfTheLog() throws Exception {
    log.append(input("a", LAST, 1), LAST);
    log.append(batch("a", LAST, 2), LAST);
    log.append(input("a", LAST, 1), LAST);
    log.append(new FinalizeRecord(LAST + WINDOW, true).toBytes(), NOW);
    var first = Reopened.of(directory, log, clock);
    first.catchUp();
    first.kill();
    log.removeBefore(1);
    var second = Reopened.of(directory, log, clock);
    second.save();
    second.kill();
    assertThat(snapshot().offset()).isZero();
    try (var third = Reopened.of(directory, log, clock)) {
      third.catchUp();
      assertThat(third.content().get("cpu host=a")).isEqualTo(Map.of(LAST, 2.0));
    }
  }

  private static byte[] input(String host, long time, double value) {
    var batch = new BatchWriter();
    int input = batch.input(new InputPartition(ID, 0, 0), new InputPosition(0, 0));
    batch.source(input, 0, 0);
    batch.add(name(host), time, value);
    return batch.toBytes();
  }

  @Test
  void filesOfALogThatIsGoneAreServedAndTheTimeBetweenIsAHole() throws IOException {
    log.append(batch("a", LAST, 1), LAST);
    log.append(new FinalizeRecord(LAST + WINDOW, true).toBytes(), NOW);
    var first = Reopened.of(directory, log, clock);
    first.catchUp();
    first.kill();
    var other = new ListLog(new UUID(3, 4));
    other.append(batch("a", NOW, 2), NOW);
    other.append(batch("a", NOW, 3), NOW);
    other.append(batch("a", LAST + 5, 4), NOW);
    try (var second = Reopened.of(directory, other, clock)) {
      second.catchUp();
      assertThat(second.content().get("cpu host=a"))
          .isEqualTo(Map.of(LAST, 1.0, LAST + 5, 4.0, NOW, 3.0));
      assertThat(second.shard.holes().all())
          .contains(new Hole(LAST + WINDOW, NOW + 1, HoleCause.LOG_LOST));
    }
  }

  @Test
  void whatTheRestOfTheLogHasOfWindowsBeforeTheFirstFileIsKept() throws IOException {
    long early = LAST - HOUR / 2;
    log.append(batch("a", early - 1, 1), early - 1);
    log.append(batch("a", early, 2), early);
    log.append(batch("a", LAST, 3), LAST);
    log.append(new FinalizeRecord(LAST + WINDOW).toBytes(), NOW);
    var first = Reopened.of(directory, log, clock);
    first.catchUp();
    first.kill();
    Files.delete(directory.resolve(first.bucketFiles().getFirst()));
    log.removeBefore(1);
    try (var second = Reopened.of(directory, log, clock)) {
      second.catchUp();
      assertThat(second.content().get("cpu host=a")).containsOnlyKeys(early, LAST);
      assertThat(second.open.holes().overlap(new TimeRange(early - 1, early - 1))).isTrue();
      assertThat(second.open.holes().overlap(new TimeRange(LAST, NOW))).isFalse();
    }
  }

  @Test
  void eachWindowOfAHoleBecomesAnIncompleteFile() throws IOException {
    log.append(batch("a", LAST, 1), LAST);
    log.append(batch("a", LAST + 1, 2), LAST + 1);
    log.append(batch("a", LAST + 2, 3), LAST + 2);
    log.append(new FinalizeRecord(LAST + WINDOW, true).toBytes(), NOW);
    try (var shard = Reopened.of(directory, log, clock)) {
      for (long offset : new long[] {0, 2, 3}) {
        shard.open.applyWhenLoaded(log.value(offset), offset, log.millis(offset));
      }
      shard.shard.tick(0);
      assertThat(shard.bucketFiles())
          .as("the hole begins before the window, by the permitted lateness")
          .containsExactly(
              FileNames.bucket(LAST - WINDOW, Generations.incomplete(LAST - WINDOW, NOW)),
              FileNames.bucket(LAST, Generations.incomplete(LAST, NOW)));
      int generation = Generations.incomplete(LAST, NOW);
      try (var file = BucketFile.open(shard.files.bucket(LAST, generation))) {
        assertThat(file.info().coverage())
            .isEqualTo(new BucketCoverage(ID, 3, BucketCoverage.Kind.INCOMPLETE));
      }
    }
  }

  @Test
  void aShardWithoutSpaceForItsFilesIsNotServedAndLeavesThemAsTheyAre() throws IOException {
    appendSeries(20_000);
    Map<String, Map<Long, Double>> all;
    try (var first = Reopened.of(directory, log, clock)) {
      first.catchUp();
      all = first.content();
    }
    assertThat(all).hasSize(20_000);
    List<Path> before = snapshots();
    log.append(batch("a", NOW, 1), NOW);
    try (var small = new Reopened(directory, log, clock, ShardFixture.TTL, 2 << 20)) {
      small.catchUp();
      assertThat(small.open.holdsRecords()).isTrue();
      assertThat(small.open.health().state()).isEqualTo(ShardState.UNAVAILABLE);
      assertThat(small.open.complaint())
          .get(InstanceOfAssertFactories.STRING)
          .contains("UNAVAILABLE", "memory-budget", "Its files are as before");
      assertThatThrownBy(small::content).isInstanceOf(ShardUnavailableException.class);
      assertThat(small.usedBytes()).as("others can use its memory").isZero();
      small.passTime(Duration.ofHours(1));
      small.open.proceed(); // there is not more space than before
    }
    assertThat(snapshots()).as("the snapshots of the shard").isEqualTo(before);
    try (var third = Reopened.of(directory, log, clock)) {
      third.catchUp();
      assertThat(third.content()).containsAllEntriesOf(all).hasSize(all.size() + 1);
      assertThat(third.shard.holes().isEmpty()).isTrue();
    }
  }

  @Test
  void aShardThatDidNotFitIsOpenedAgainOnceThereIsMoreSpace() throws IOException {
    appendSeries(20_000);
    try (var first = Reopened.of(directory, log, clock)) {
      first.catchUp();
    }
    try (var crowded = Reopened.of(directory, log, clock, 62 << 20)) {
      crowded.catchUp();
      crowded.passTime(Duration.ofMinutes(1));
      assertThatNoException().isThrownBy(crowded.open::proceed);
      crowded.freeOther();
      assertThatThrownBy(crowded.open::proceed)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is opened again");
    }
  }

  @Test
  void recordsThatArriveWhileItStandsStillAreHeldInTheirOrder() throws IOException {
    appendSeries(20_000);
    try (var full = Reopened.of(directory, log, clock, 62 << 20)) {
      full.catchUp();
      long applied = full.shard.appliedOffset();
      assertThat(full.open.holdsRecords()).isTrue();
      assertThat(applied).isPositive();
      full.freeOther();
      full.open.proceed();
      assertThat(full.shard.appliedOffset()).as("within the same second").isEqualTo(applied);
      full.passTime(Duration.ofSeconds(1));
      full.open.proceed();
      assertThat(full.open.holdsRecords()).isFalse();
      assertThat(full.shard.appliedOffset()).isEqualTo(log.range().end() - 1);
      assertThat(full.content()).hasSize(20_000);
    }
  }

  private void appendSeries(int count) {
    for (int i = 0; i < count; i += 500) {
      log.append(hosts(i, 500), NOW);
    }
  }

  private SnapshotInfo snapshot() throws IOException {
    return SnapshotReader.info(snapshots().getLast());
  }

  /// The snapshots, ascending by their numbers.
  private List<Path> snapshots() throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("snapshot"))
          .sorted()
          .toList();
    }
  }

  private static byte[] batch(String host, long time, double value) {
    var batch = new BatchWriter();
    batch.add(name(host), time, value);
    return batch.toBytes();
  }

  private static byte[] hosts(int first, int count) {
    var batch = new BatchWriter();
    for (int i = first; i < first + count; i++) {
      batch.add(name("h" + i), NOW, i);
    }
    return batch.toBytes();
  }

  private static SeriesName name(String host) {
    return SeriesName.ofCanonical(("cpu host=" + host).getBytes(UTF_8));
  }

  /// Returns the name of the complete file of the last window that a decision makes.
  private static String file(long decidedMillis) {
    return FileNames.bucket(LAST, Generations.complete(LAST, decidedMillis));
  }
}
