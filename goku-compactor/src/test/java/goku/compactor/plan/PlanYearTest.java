package goku.compactor.plan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.plan.Removal.Reason;
import goku.compactor.plan.SimulatedS3.Cell;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Rollup;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.testkit.TestForm;
import goku.tier.BucketKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// A test of 400 days of windows: some come late, some again, and some shards pause for a day. The
/// short form has 100 days, in which raw datapoints and the finer rollup reach the end of their
/// life.
class PlanYearTest {
  private static final int SERIES = 6;
  private static final int DAYS = TestForm.isLong() ? 400 : 100;
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();
  private static final Instant START = Instant.parse("2023-12-30T22:00:00Z");

  private Namespace namespace = Deployments.namespace(1, 1, List.of());
  private SimulatedS3 s3 = new SimulatedS3(namespace);
  private Random random = new Random(0);

  /// The newest generation and the contents of each window of each shard of GokuS.
  private Map<WindowKey, Integer> generations = new HashMap<>();

  private Map<Cell, Integer> truth = new HashMap<>();

  /// All files that were uploaded.
  private final Map<BucketKey, Map<Cell, Integer>> uploaded = new HashMap<>();

  private long[] nextWindow = {};
  private int deletes;
  private int doneDeletes;

  @Provide
  Arbitrary<Namespace> namespaces() {
    Arbitrary<List<Rollup>> rollups =
        Arbitraries.of(
            List.of(Deployments.rollups(), Deployments.rollups().subList(0, 1), List.of()));
    return rollups.flatMap(
        each ->
            Arbitraries.integers()
                .between(1, 3)
                .tuple2()
                .map(shards -> Deployments.namespace(shards.get1(), shards.get2(), each)));
  }

  @Property(tries = 3)
  void everyWindowPassesAllTiersAndNoneIsMissedBuiltTwiceOrLeftOver(
      @ForAll("namespaces") Namespace of, @ForAll long seed) {
    namespace = of;
    s3 = new SimulatedS3(of);
    random = new Random(seed);
    generations = new HashMap<>();
    truth = new HashMap<>();
    uploaded.clear();
    deletes = 0;
    doneDeletes = 0;
    nextWindow = new long[of.sharding().shards()];
    Arrays.fill(nextWindow, START.toEpochMilli());
    long[] pausedUntil = new long[of.sharding().shards()];

    Instant end = START.plus(Duration.ofDays(DAYS));
    for (Instant now = START.plus(Duration.ofHours(4));
        now.isBefore(end);
        now = now.plus(Duration.ofHours(2))) {
      for (int shard = 0; shard < nextWindow.length; shard++) {
        if (random.nextInt(1000) == 0) {
          pausedUntil[shard] = now.plus(Duration.ofHours(30)).toEpochMilli();
        }
        if (now.toEpochMilli() >= pausedUntil[shard]) {
          finalizeUpTo(shard, now);
        }
      }
      if (random.nextInt(10) == 0) {
        // mostly while in memory; now and then an upload is held up for long
        finalizeAgain(now, random.nextInt(20) == 0 ? 1000 : 12);
      }
      if (random.nextInt(10) == 0) {
        uploadAgain(now, random.nextInt(4) == 0 ? 1000 : 24);
      }
      if (random.nextInt(30) == 0) {
        delete(now);
      }
      runUntilIdle(now);
      if (random.nextInt(40) == 0) {
        everythingHasTheNewest(now);
      }
    }
    everyWindowWasInEachTier(end);
    assertThat(doneDeletes).as("done of %s deletes", deletes).isGreaterThan(deletes / 2);
    assertThat(s3.size()).isLessThan(1000);
    runUntilIdle(end.plus(Duration.ofDays(500)));
    assertThat(s3.isEmpty()).isTrue();
  }

  private void finalizeUpTo(int shard, Instant now) {
    long last = now.minus(Duration.ofHours(4)).toEpochMilli();
    for (; nextWindow[shard] <= last; nextWindow[shard] += WINDOW) {
      finalizeWindow(shard, nextWindow[shard]);
    }
  }

  private void finalizeAgain(Instant now, int windowsBack) {
    int shard = random.nextInt(nextWindow.length);
    long start = nextWindow[shard] - WINDOW * (1 + random.nextInt(windowsBack));
    if (start >= START.toEpochMilli() && !isDead(start, now)) {
      finalizeWindow(shard, start);
    }
  }

  /// Uploads a file that S3 had before, of any generation, as a GokuS node does that restarts.
  private void uploadAgain(Instant now, int windowsBack) {
    int shard = random.nextInt(nextWindow.length);
    long start = nextWindow[shard] - WINDOW * (1 + random.nextInt(windowsBack));
    int newest = generations.getOrDefault(new WindowKey(shard, 0, start), 0);
    if (newest > 0 && !isDead(start, now)) {
      var bucket = new BucketKey(shard, 0, start, 1 + random.nextInt(newest));
      s3.finalizeAgain(bucket, requireNonNull(uploaded.get(bucket)));
    }
  }

  /// Deletes some windows of a series, all of which have left memory or soon will.
  private void delete(Instant now) {
    int series = random.nextInt(SERIES);
    long last = Math.floorDiv(now.minus(Duration.ofHours(20)).toEpochMilli(), WINDOW) * WINDOW;
    int back = random.nextInt(random.nextBoolean() ? 12 : 12 * DAYS);
    long first = Math.max(START.toEpochMilli(), last - back * WINDOW);
    if (first >= last) {
      return;
    }
    s3.delete(series, SERIES, new TimeRange(first, last - 1), now);
    deletes++;
    truth
        .keySet()
        .removeIf(
            cell ->
                cell.series() == series
                    && cell.startMillis() >= first
                    && cell.startMillis() < last);
  }

  private boolean isDead(long startMillis, Instant now) {
    Tier last = namespace.disk().orElseThrow().tiers().getLast();
    return !now.isBefore(
        Instant.ofEpochMilli(last.startOf(startMillis)).plus(last.bucket()).plus(last.ttl()));
  }

  private void finalizeWindow(int shard, long start) {
    int generation = generations.merge(new WindowKey(shard, 0, start), 1, Integer::sum);
    Map<Cell, Integer> content = new HashMap<>();
    for (int series = 0; series < SERIES; series++) {
      var cell = new Cell(series, start);
      if (s3.memoryShard(series, SERIES) == shard) {
        // a series may have no data, or may have been deleted
        if (random.nextInt(5) == 0) {
          truth.remove(cell);
        } else {
          // late data may be older than a delete, which is in force while they can arrive
          content.put(cell, generation);
          if (!s3.isDeleted(cell)) {
            truth.put(cell, generation);
          }
        }
      }
    }
    var bucket = new BucketKey(shard, 0, start, generation);
    uploaded.put(bucket, content);
    s3.finalizeWindow(bucket, content);
  }

  private void runUntilIdle(Instant now) {
    for (int rounds = 0; ; rounds++) {
      assertThat(rounds).as("rounds until nothing is due").isLessThan(30);
      Plan plan = s3.plan(now);
      if (plan.jobs().isEmpty() && plan.removals().isEmpty()) {
        return;
      }
      assertThat(plan.jobs()).isSortedAccordingTo(Job.ORDER);
      plan.jobs().forEach(job -> s3.apply(job, SERIES));
      plan.removals().forEach(s3::apply);
      doneDeletes +=
          (int) plan.removals().stream().filter(one -> one.reason() == Reason.DONE).count();
      if (now.isBefore(START.plus(Duration.ofDays(DAYS)))) {
        nothingThatIsNeededHasGone(now);
      }
    }
  }

  /// Checks that every time that must be kept has a bucket in the form that must be kept.
  private void nothingThatIsNeededHasGone(Instant now) {
    Disk disk = namespace.disk().orElseThrow();
    for (int i = 0; i < 5; i++) {
      long age = (long) (random.nextDouble() * disk.ttl().toMillis());
      long start = Math.floorDiv(now.toEpochMilli() - age, WINDOW) * WINDOW;
      if (start + WINDOW > now.toEpochMilli() - age && start >= START.toEpochMilli()) {
        for (int series = 0; series < SERIES; series++) {
          int memory = s3.memoryShard(series, SERIES);
          if (start < nextWindow[memory] && !s3.isFinalized(memory, start)) {
            isKept(s3.diskShard(series, SERIES), start, Duration.ofMillis(age));
          }
        }
      }
    }
  }

  private void isKept(int shard, long start, Duration age) {
    Disk disk = namespace.disk().orElseThrow();
    if (age.compareTo(disk.rawTtl()) < 0) {
      assertThat(s3.holds(shard, start, Tier::raw)).as("raw at an age of %s", age).isTrue();
    }
    for (Rollup rollup : disk.rollups()) {
      if (age.compareTo(rollup.ttl()) < 0) {
        assertThat(
                s3.holds(
                    shard,
                    start,
                    tier ->
                        tier.rollup()
                            .filter(interval -> interval.compareTo(rollup.interval()) <= 0)
                            .isPresent()))
            .as("%s at an age of %s", rollup, age)
            .isTrue();
      }
    }
  }

  private void everythingHasTheNewest(Instant now) {
    for (WindowKey window : generations.keySet()) {
      if (!isDead(window.startMillis(), now)) {
        for (int series = 0; series < SERIES; series++) {
          if (s3.memoryShard(series, SERIES) == window.shard()) {
            var cell = new Cell(series, window.startMillis());
            int newest = truth.getOrDefault(cell, 0);
            List<Integer> found = s3.generations(cell, SERIES);
            assertThat(found).as("%s", cell).allMatch(generation -> generation == newest);
            if (found.isEmpty()) {
              assertThat(s3.isFinalized(window.shard(), window.startMillis())).isTrue();
            }
          }
        }
      }
    }
  }

  private void everyWindowWasInEachTier(Instant end) {
    for (Tier tier : namespace.disk().orElseThrow().tiers()) {
      long last = tier.startOf(end.minus(Duration.ofDays(3)).toEpochMilli());
      for (long start = tier.startOf(START.toEpochMilli());
          start + tier.bucket().toMillis() < last;
          start += tier.bucket().toMillis()) {
        long from = start;
        assertThat(IntStream.range(0, namespace.diskSharding().shards()))
            .allMatch(shard -> s3.everMade.contains(new WindowKey(shard, tier.number(), from)));
      }
    }
  }
}
