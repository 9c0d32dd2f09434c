package goku.shortterm.shard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnsavedTimesTest {
  private static final long WINDOW = 7_200_000;

  private final UnsavedTimes times = new UnsavedTimes();

  @Test
  void theOldestWindowCountsUntilItsSnapshotIsSaved() {
    assertThat(times.oldestMillis()).isEqualTo(Long.MAX_VALUE);
    times.stored(7);
    times.stored(5);
    times.stored(6);
    assertThat(times.oldestMillis()).isEqualTo(5 * WINDOW);
    times.captured(10);
    times.stored(8);
    assertThat(times.oldestMillis()).as("not yet saved").isEqualTo(5 * WINDOW);
    times.saved(10);
    assertThat(times.oldestMillis()).isEqualTo(8 * WINDOW);
  }

  @Test
  void onlyTheSnapshotOfTheLastCaptureHasAll() {
    times.stored(5);
    times.captured(10);
    times.stored(4);
    times.captured(20);
    times.saved(10);
    assertThat(times.oldestMillis()).isEqualTo(4 * WINDOW);
    times.saved(20);
    assertThat(times.oldestMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aCaptureThatIsNotSavedLeavesItsTimes() {
    times.stored(5);
    times.captured(10);
    times.captured(11);
    assertThat(times.oldestMillis()).isEqualTo(5 * WINDOW);
  }
}
