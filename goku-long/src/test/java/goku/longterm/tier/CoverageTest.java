package goku.longterm.tier;

import static org.assertj.core.api.Assertions.assertThat;

import goku.longterm.Buckets;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoverageTest {
  private static final long HOURS = 3_600_000;

  @Test
  void noWindowsHaveNoGap() {
    assertThat(Coverage.firstGap(List.of(), List.of())).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aWindowThatNoBucketHasIsMissing() {
    List<Window> windows = List.of(window(30, 32), window(18, 20), window(24, 26));
    assertThat(Coverage.firstGap(windows, List.of())).isEqualTo(18 * HOURS);
    assertThat(Coverage.firstGap(windows, List.of(tier1(3)))).isEqualTo(24 * HOURS);
    assertThat(Coverage.firstGap(windows, List.of(tier1(3), tier1(5)))).isEqualTo(24 * HOURS);
    assertThat(Coverage.firstGap(windows, List.of(tier1(5), tier1(4), tier1(3))))
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aLargeWindowMayBeHeldInParts() {
    List<Window> day = List.of(window(24, 48));
    assertThat(Coverage.firstGap(day, List.of(tier1(4), tier1(5), tier1(7)))).isEqualTo(36 * HOURS);
    assertThat(Coverage.firstGap(day, List.of(tier1(4), tier1(5), tier1(6), tier1(7))))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(Coverage.firstGap(day, List.of(tier1(5), tier1(6), tier1(7)))).isEqualTo(24 * HOURS);
  }

  @Test
  void aStoreIsCompleteUntilItsLastBucketAtTheLatest() {
    List<Window> windows = List.of(window(18, 24), window(24, 30));
    assertThat(Coverage.completeTo(List.of(), List.of(), List.of())).isEqualTo(Long.MIN_VALUE);
    assertThat(Coverage.completeTo(windows, List.of(), List.of(tier1(3), tier1(4))))
        .isEqualTo(30 * HOURS);
    assertThat(Coverage.completeTo(windows, List.of(), List.of(tier1(4)))).isEqualTo(18 * HOURS);
  }

  @Test
  void aStoreIsCompleteUntilTheFirstFileThatItHasNotConsumed() {
    Manifest made = Buckets.manifest(Buckets.key(1, 3, 1), List.of());
    var file = new BucketKey(0, 0, 20 * HOURS, 1);
    assertThat(Coverage.completeTo(List.of(window(18, 24)), List.of(file), List.of(made)))
        .as("a file that came after the bucket was made")
        .isEqualTo(20 * HOURS);
    var later = new BucketKey(0, 0, 24 * HOURS, 1);
    assertThat(Coverage.completeTo(List.of(window(18, 24)), List.of(later), List.of(made)))
        .isEqualTo(24 * HOURS);
  }

  private static Window window(long from, long to) {
    return new Window(from * HOURS, to * HOURS);
  }

  /// Returns a bucket of six hours.
  private static Manifest tier1(long number) {
    return Buckets.manifest(Buckets.key(1, number, 1), List.of());
  }
}
