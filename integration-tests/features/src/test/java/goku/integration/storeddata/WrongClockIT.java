package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A standalone process whose clock is wrong for a minute.
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class WrongClockIT {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration WATCH = Duration.ofSeconds(20);

  @TempDir Path temporary;

  @ParameterizedTest
  @ValueSource(longs = {30, 50, 24 * 730, -30})
  void aWrongClockAtAStartDestroysNothing(long hours) throws IOException {
    try (var run = AgedRun.copy(temporary)) {
      run.clock().set(Duration.ofHours(hours));
      run.start();
      run.watch(MINUTE);
      run.stop();
      run.clock().set(Duration.ZERO);
      run.start();
      run.watch(WATCH);
      requireAll(run);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {30, 50, 24 * 730, -30})
  void aClockThatLeapsRefusesAndDestroysNothing(long hours) throws IOException {
    try (var run = AgedRun.copy(temporary)) {
      run.start();
      run.watch(Duration.ofSeconds(2));
      run.clock().set(Duration.ofHours(hours));
      long right = System.currentTimeMillis();
      assertThat(run.points.offer(run.http(), right - 40_000, right, Duration.ofSeconds(2)))
          .isEqualTo(80);
      run.awaitApplied();
      run.watch(MINUTE);
      run.clock().set(Duration.ZERO);
      right = System.currentTimeMillis();
      assertThat(run.points.offer(run.http(), right - 40_001, right, Duration.ofSeconds(2)))
          .isEqualTo(84);
      run.awaitApplied();
      run.watch(WATCH);
      requireAll(run);
    }
  }

  private static void requireAll(StoredRun run) {
    run.awaitCompacted();
    run.awaitExact();
    run.loseDisks();
    run.awaitExact();
  }
}
