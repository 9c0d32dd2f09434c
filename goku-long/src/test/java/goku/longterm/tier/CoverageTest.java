package goku.longterm.tier;

import static org.assertj.core.api.Assertions.assertThat;

import goku.longterm.Buckets;
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

  private static Window window(long from, long to) {
    return new Window(from * HOURS, to * HOURS);
  }

  /// Returns a bucket of six hours.
  private static Manifest tier1(long number) {
    return Buckets.manifest(Buckets.key(1, number, 1), List.of());
  }
}
