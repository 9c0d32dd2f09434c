package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.bucket.BucketFile;
import goku.format.finalize.FinalizeRecord;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.NameHash;
import goku.shortterm.finalization.FinalizationClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Metrics that are blocked when buckets are finalized (section 9 of the paper).
class BlockedFinalizationTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();

  /// 08:00, the beginning of a bucket that the backfill window has left: it is 13:00.
  private static final long OLD = START.toEpochMilli() - 5 * HOUR;

  private static final Duration BACKFILL = Duration.ofHours(2);

  @TempDir private Path directory;
  private Path one;
  private Path other;

  private final List<byte[]> asked = new ArrayList<>();

  @BeforeEach
  void directories() throws IOException {
    one = Files.createDirectory(directory.resolve("one"));
    other = Files.createDirectory(directory.resolve("other"));
  }

  private static ShardFixture fixture(Path files) {
    return new ShardFixture(64 << 20, System::nanoTime, Runnable::run, new DirectoryOutput(files));
  }

  private static Blocklist blocked(BlockRule... rules) {
    return new Blocklist(Set.of(rules));
  }

  private static long hash(String metric) {
    return NameHash.of(metric.getBytes(UTF_8));
  }

  private static void put(ShardFixture fixture) {
    for (int minute = 0; minute < 240; minute += 10) {
      fixture.add("cpu host=a", OLD + minute * 60_000L, minute);
      fixture.add("cpu.idle host=a", OLD + minute * 60_000L, minute);
      fixture.add("cpu.idle host=b", OLD + minute * 60_000L, minute);
      fixture.add("mem host=a", OLD + minute * 60_000L, minute);
    }
    fixture.add("net host=a", OLD + 4 * HOUR, 1); // which is not due
    fixture.send();
  }

  /// Returns the record that a replica with this blocklist appends to the log.
  private FinalizeRecord ask(ShardFixture fixture, Blocklist blocklist, boolean evenEmpty) {
    asked.clear();
    new FinalizationClock(
            3,
            () -> BACKFILL,
            evenEmpty,
            (shard, key, value) -> asked.add(value),
            through -> fixture.shard.blockedMetrics(blocklist, through))
        .tick(fixture.clock.millis(), fixture.shard::dueWindows);
    return FinalizeRecord.read(asked.getFirst());
  }

  private static void apply(ShardFixture fixture, FinalizeRecord decision) {
    fixture.append(decision.toBytes());
    fixture.shard.tick(0);
  }

  @Test
  void aDecisionNamesTheBlockedMetricsThatHaveSeriesInWhatItFinalizes() {
    try (var fixture = fixture(one)) {
      put(fixture);
      Blocklist blocklist =
          blocked(
              new BlockRule("cpu.", true),
              new BlockRule("mem", false),
              new BlockRule("net", false),
              new BlockRule("gone", false));
      assertThat(ask(fixture, blocklist, false))
          .isEqualTo(
              new FinalizeRecord(OLD + 2 * HOUR, false, List.of(hash("cpu.idle"), hash("mem"))));
      assertThat(ask(fixture, Blocklist.NONE, false)).isEqualTo(new FinalizeRecord(OLD + 2 * HOUR));
    }
  }

  @Test
  void replicasThatKnowDifferentBlocksWriteTheSameFilesAndSoDoesAReplay() throws IOException {
    Path third = Files.createDirectory(directory.resolve("third"));
    FinalizeRecord decision;
    try (var first = fixture(one);
        var second = fixture(other)) {
      put(first);
      put(second);
      decision = ask(first, blocked(new BlockRule("cpu.", true)), true);
      FinalizeRecord late = ask(second, Blocklist.NONE, true);
      for (ShardFixture each : List.of(first, second)) {
        apply(each, decision);
        apply(each, late); // the second to come changes nothing
        assertThat(each.counted("goku.short.blocked.series")).isEqualTo(2);
        assertThat(each.readAll().get("cpu.idle host=a"))
            .containsOnlyKeys(IntStream.range(12, 24).mapToObj(i -> OLD + i * 600_000L).toList());
      }
      assertThat(series(one)).isEqualTo(2);
    }
    try (var replay = fixture(third)) {
      put(replay);
      apply(replay, decision);
    }
    Path file = file(one);
    assertThat(other.resolve(file.getFileName())).hasSameBinaryContentAs(file);
    assertThat(third.resolve(file.getFileName())).hasSameBinaryContentAs(file);
  }

  @Test
  void theFileIsThatOfAShardThatNeverHadTheMetric() {
    try (var blocking = fixture(one);
        var without = fixture(other)) {
      put(blocking);
      blocking.put("drop host=z", OLD, 1);
      put(without);
      without.lengthenTo(blocking);
      apply(blocking, new FinalizeRecord(OLD + 2 * HOUR, false, List.of(hash("drop"))));
      apply(without, new FinalizeRecord(OLD + 2 * HOUR));
      assertThat(blocking.readAll()).isEqualTo(without.readAll());
      String name = fileOfOld(blocking);
      assertThat(one.resolve(name)).hasSameBinaryContentAs(other.resolve(name));
    }
  }

  @Test
  void aWindowOfBlockedMetricsAloneBecomesAnEmptyFile() throws IOException {
    try (var fixture = fixture(one)) {
      fixture.put("cpu", OLD, 1);
      apply(fixture, new FinalizeRecord(OLD + 2 * HOUR, true, List.of(hash("cpu"))));
      assertThat(series(one)).isZero();
      assertThat(fixture.readAll()).isEmpty();
      assertThat(fixture.shard.dueWindows(OLD + 2 * HOUR, true)).isEmpty();
    }
  }

  @Test
  void aFileOfBeforeTheBlockLosesTheMetricInItsNextGeneration() throws IOException {
    try (var fixture = fixture(one)) {
      fixture.put("cpu", OLD, 1);
      fixture.put("mem", OLD, 1);
      apply(fixture, new FinalizeRecord(OLD + 2 * HOUR));
      assertThat(series(one)).isEqualTo(2);
      Blocklist blocklist = blocked(new BlockRule("cpu", false));
      // nothing came since, so nothing is finalized again
      assertThat(fixture.shard.blockedMetrics(blocklist, OLD + 2 * HOUR)).isEmpty();
      fixture.put("mem", OLD + 1000, 2);
      FinalizeRecord decision = ask(fixture, blocklist, false);
      assertThat(decision.leftOut()).containsExactly(hash("cpu"));
      apply(fixture, decision);
      assertThat(fixture.readAll()).isEqualTo(Map.of("mem", Map.of(OLD, 1.0, OLD + 1000, 2.0)));
      Files.delete(one.resolve(fileOfOld(fixture)));
      assertThat(series(one)).isEqualTo(1);
    }
  }

  private static Path file(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.toString().contains("bucket-" + OLD / 1000)).findAny().get();
    }
  }

  private static int series(Path directory) throws IOException {
    try (var file = BucketFile.open(file(directory))) {
      file.verify();
      return file.seriesCount();
    }
  }

  /// Returns the name of the file that a decision of now makes.
  private static String fileOfOld(ShardFixture fixture) {
    int generation = Generations.complete(OLD, fixture.clock.millis());
    return "bucket-%d-%d".formatted(OLD / 1000, generation);
  }
}
