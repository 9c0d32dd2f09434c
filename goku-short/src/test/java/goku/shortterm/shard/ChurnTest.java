package goku.shortterm.shard;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.finalize.FinalizeRecord;
import goku.memory.Purpose;
import goku.model.NameKind;
import goku.model.Tier;
import goku.shortterm.bucket.Bucket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A shard that lives for a month while half of its series are replaced by others every day.
class ChurnTest {
  private static final int DAYS = 30;
  private static final int SERIES = 900;
  private static final int BUCKETS_A_DAY = 12;
  private static final long MINUTE = 60_000;

  /// The day on which as much expires as comes.
  private static final int STEADY = 3;

  @TempDir private Path directory;

  /// The most of a day.
  private record Peak(long slabs, long index, long finalized, long streams, int slotLimit) {
    static final Peak NONE = new Peak(0, 0, 0, 0, 0);

    Peak with(ShardFixture fixture) {
      return new Peak(
          Math.max(slabs, fixture.memory.pool().usedBytes()),
          Math.max(index, fixture.memory.use().bytes(Purpose.INDEX)),
          Math.max(finalized, fixture.memory.use().bytes(Purpose.FINALIZED)),
          Math.max(streams, fixture.memory.use().bytes(Purpose.STREAMS)),
          Math.max(slotLimit, fixture.shard.index().slotLimit()));
    }
  }

  /// Even series are replaced on even days, odd ones on odd days.
  private static String pod(int series, int day) {
    return "pod-%03d-%03d".formatted(series, (day + series % 2) / 2);
  }

  private static String name(int series, int day) {
    return "requests.total host=host-%02d pod=%s".formatted(series % 20, pod(series, day));
  }

  private static void putBucket(ShardFixture fixture, int day, Map<String, Long> lastMillis) {
    long now = fixture.clock.millis();
    for (int minute = 0; minute < 120; minute += 60) {
      for (int series = 0; series < SERIES; series++) {
        long time = now + minute * MINUTE + series;
        fixture.add(name(series, day), time, series * 1000 + day + minute / 7.0);
        lastMillis.put(name(series, day), time);
      }
    }
    fixture.send();
  }

  /// Two hours pass.
  private static void advance(ShardFixture fixture) {
    fixture.clock.advance(Tier.MEMORY_BUCKET);
    long through = fixture.clock.millis() - Tier.MEMORY_BUCKET.toMillis();
    fixture.append(new FinalizeRecord(through).toBytes());
    fixture.shard.tick(0);
    fixture.shard.tick(0);
  }

  private static Set<String> inMemory(ShardFixture fixture, Map<String, Long> lastMillis) {
    int oldest = Bucket.numberOf(fixture.clock.millis() - ShardFixture.TTL.toMillis());
    return lastMillis.entrySet().stream()
        .filter(series -> Bucket.numberOf(series.getValue()) >= oldest)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  @Test
  void aMonthOfReplacedSeriesTakesNoMoreThanAFewDays() {
    var output = new DirectoryOutput(directory);
    List<Peak> peaks = new ArrayList<>();
    try (var fixture = new ShardFixture(256 << 20, ShardFixture.NO_HURRY, Runnable::run, output)) {
      Map<String, Long> lastMillis = new HashMap<>();
      for (int day = 0; day < DAYS; day++) {
        Peak peak = Peak.NONE;
        for (int bucket = 0; bucket < BUCKETS_A_DAY; bucket++) {
          putBucket(fixture, day, lastMillis);
          peak = peak.with(fixture);
          advance(fixture);
          peak = peak.with(fixture);
          Set<String> expected = inMemory(fixture, lastMillis);
          assertThat(fixture.readAll().keySet())
              .as("bucket %d of day %d", bucket, day)
              .isEqualTo(expected);
          assertThat(fixture.shard.index().size()).isEqualTo(expected.size());
        }
        peaks.add(peak);
        if (day >= STEADY) {
          assertThat(fixture.reader.knows(NameKind.TAG_VALUE, pod(0, day))).isTrue();
          assertThat(fixture.reader.knows(NameKind.TAG_VALUE, pod(0, day - STEADY))).isFalse();
        }
      }
      assertThat(fixture.counted("goku.short.series.evicted")).isPositive();
      assertThat(output.dropped).hasSizeGreaterThan((DAYS - STEADY) * BUCKETS_A_DAY);
    }
    staysWithinAPercentage("slabs", peaks, Peak::slabs);
    staysWithinAPercentage("index", peaks, Peak::index);
    staysWithinAPercentage("finalized", peaks, Peak::finalized);
    staysWithinAPercentage("streams", peaks, Peak::streams);
    staysWithinAPercentage("slots", peaks, Peak::slotLimit);
    assertThat(peaks.getLast().slotLimit()).isLessThanOrEqualTo(2 * SERIES);
  }

  private static void staysWithinAPercentage(
      String what, List<Peak> peaks, ToLongFunction<Peak> bytes) {
    long[] days = peaks.stream().mapToLong(bytes).toArray();
    for (int day = STEADY + 1; day < DAYS; day++) {
      assertThat((double) days[day] / days[STEADY])
          .as("%s, day %d: %s", what, day, Arrays.toString(days))
          .isBetween(0.95, 1.05);
    }
  }
}
