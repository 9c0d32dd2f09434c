package goku.compactor.plan;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Rollup;
import goku.model.Tier;
import goku.testkit.namespace.NamespaceBuilder;
import goku.tier.BucketKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Tests of changes of the times to live, raised and lowered at any time: nothing goes before the
/// time that the current settings keep it, unless it had gone before they were made.
class PlanSettingsTest {
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final int DAYS = 90;

  /// A change of the settings.
  ///
  /// @param day day of the change
  record Change(int day, Duration raw, List<Rollup> rollups) {
    Namespace applied() {
      return NamespaceBuilder.like(Deployments.namespace(1, 1, List.of()))
          .disk(new Disk(raw, rollups))
          .build();
    }
  }

  @Provide
  Arbitrary<List<Change>> changes() {
    Arbitrary<Change> change =
        Arbitraries.integers()
            .between(5, DAYS - 5)
            .flatMap(
                day ->
                    Arbitraries.of(5, 10, 24, 40, 80)
                        .flatMap(
                            raw -> Arbitraries.of(0, 20, 90).map(more -> change(day, raw, more))));
    return change.list().ofMinSize(1).ofMaxSize(4);
  }

  private static Change change(int day, int raw, int more) {
    Duration kept = Duration.ofDays(raw + more);
    return new Change(
        day,
        Duration.ofDays(raw),
        more == 0 ? List.of() : List.of(new Rollup(Duration.ofMinutes(15), kept)));
  }

  @Property(tries = 30)
  void nothingGoesThatTheSettingsKeep(@ForAll("changes") List<Change> changes) {
    Change setting = change(0, 24, 56);
    var s3 = new SimulatedS3(setting.applied());

    // the first window that has been kept by all settings so far, as anything and as raw
    long kept = START.toEpochMilli();
    long raw = kept;
    long next = kept;
    Instant end = START.plus(Duration.ofDays(DAYS));
    for (Instant now = START; now.isBefore(end); now = now.plus(Duration.ofHours(6))) {
      for (; next <= now.minus(Duration.ofHours(4)).toEpochMilli(); next += WINDOW) {
        s3.finalizeWindow(new BucketKey(0, 0, next, 1), Map.of(new SimulatedS3.Cell(0, next), 1));
      }
      for (Change change : changes) {
        if (!now.isBefore(START.plus(Duration.ofDays(change.day())))
            && now.isBefore(START.plus(Duration.ofDays(change.day())).plus(Duration.ofHours(6)))) {
          setting = change;
          s3.configure(change.applied());
        }
      }
      runUntilIdle(s3, now);
      Disk disk = setting.applied().disk().orElseThrow();
      kept = Math.max(kept, now.minus(disk.ttl()).toEpochMilli());
      raw = Math.max(raw, now.minus(disk.rawTtl()).toEpochMilli());
      long last = now.minus(Duration.ofHours(40)).toEpochMilli();
      for (long start = firstFrom(kept); start < last; start += 5 * WINDOW) {
        assertThat(s3.holds(0, start, false))
            .as("kept %s at %s", Instant.ofEpochMilli(start), now)
            .isTrue();
      }
      for (long start = firstFrom(raw); start < last; start += 5 * WINDOW) {
        assertThat(s3.holds(0, start, true))
            .as("raw %s at %s", Instant.ofEpochMilli(start), now)
            .isTrue();
      }
    }
  }

  private static long firstFrom(long millis) {
    return Math.ceilDiv(millis, WINDOW) * WINDOW;
  }

  private static void runUntilIdle(SimulatedS3 s3, Instant now) {
    for (int rounds = 0; ; rounds++) {
      assertThat(rounds).as("rounds until nothing is due").isLessThan(30);
      Plan plan = s3.plan(now);
      if (plan.jobs().isEmpty() && plan.removals().isEmpty()) {
        return;
      }
      plan.jobs().forEach(job -> s3.apply(job, 1));
      plan.removals().forEach(s3::apply);
    }
  }
}
