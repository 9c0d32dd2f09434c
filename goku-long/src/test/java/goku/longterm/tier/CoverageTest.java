package goku.longterm.tier;

import static org.assertj.core.api.Assertions.assertThat;

import goku.longterm.Buckets;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.tier.BucketKey;
import goku.tier.IncompleteWindow;
import goku.tier.Manifest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoverageTest {
  private static final long HOURS = 3_600_000;

  @Test
  void nothingIsMissingIfS3HasNothing() {
    assertThat(Coverage.missing(wanted(List.of()), List.of())).isEqualTo(Holes.NONE);
  }

  @Test
  void aWindowThatNoBucketHasIsMissing() {
    Wanted wanted = wanted(List.of(window(30, 32), window(18, 20), window(24, 26)));
    assertThat(Coverage.missing(wanted, List.of()))
        .isEqualTo(missing(window(18, 20), window(24, 26), window(30, 32)));
    assertThat(Coverage.missing(wanted, List.of(tier1(3), tier1(5))))
        .isEqualTo(missing(window(24, 26)));
    assertThat(Coverage.missing(wanted, List.of(tier1(5), tier1(4), tier1(3))))
        .isEqualTo(Holes.NONE);
  }

  @Test
  void aLargeWindowMayBeHeldInParts() {
    Wanted day = wanted(List.of(window(24, 48)));
    assertThat(Coverage.missing(day, List.of(tier1(4), tier1(5), tier1(7))))
        .isEqualTo(missing(window(36, 42)));
    assertThat(Coverage.missing(day, List.of(tier1(4), tier1(5), tier1(6), tier1(7))))
        .isEqualTo(Holes.NONE);
    assertThat(Coverage.missing(day, List.of(tier1(5), tier1(6), tier1(8))))
        .isEqualTo(missing(window(24, 30), window(42, 48)));
    assertThat(Coverage.contains(List.of(tier1(4)), tier1(4))).isTrue();
    assertThat(Coverage.contains(List.of(tier1(3), tier1(5)), tier1(4))).isFalse();
  }

  @Test
  void aBucketOfWhichS3HasANewerGenerationIsMissing() {
    Manifest newer = Buckets.manifest(Buckets.key(1, 4, 2), List.of());
    var wanted = new Wanted(List.of(window(24, 30)), List.of(newer), List.of());
    assertThat(Coverage.missing(wanted, List.of(tier1(4)))).isEqualTo(missing(window(24, 30)));
    assertThat(Coverage.missing(wanted, List.of(newer))).isEqualTo(Holes.NONE);
  }

  @Test
  void aFileThatNoBucketHasConsumedIsMissing() {
    Manifest made = Buckets.manifest(Buckets.key(1, 3, 1), List.of());
    var file = new BucketKey(0, 0, 20 * HOURS, 1);
    var later = new BucketKey(0, 0, 24 * HOURS, 1);
    var wanted = new Wanted(List.of(window(18, 24)), List.of(), List.of(file, later));
    assertThat(Coverage.missing(wanted, List.of(made)))
        .as("one came after the bucket was made, one has no bucket")
        .isEqualTo(missing(window(20, 22), window(24, 26)));
  }

  @Test
  void whatComesAfterTheLastBucketIsNotHereYet() {
    assertThat(Coverage.notYet(List.of(tier1(4), tier1(3))).all())
        .containsExactly(new Hole(30 * HOURS, Long.MAX_VALUE, HoleCause.NOT_YET));
    assertThat(Coverage.notYet(List.of()).all())
        .containsExactly(new Hole(Long.MIN_VALUE, Long.MAX_VALUE, HoleCause.NOT_YET));
  }

  @Test
  void whatWasLostBeforeItCameToS3StaysLost() {
    Manifest made = tier1(4);
    Manifest lacking = made.lacking(List.of(new IncompleteWindow(0, 26 * HOURS)));
    assertThat(Coverage.lost(List.of(tier1(3), lacking)).all())
        .containsExactly(new Hole(26 * HOURS, 28 * HOURS, HoleCause.LOG_LOST));
    assertThat(Coverage.lost(List.of(made))).isEqualTo(Holes.NONE);
  }

  @Test
  void theShardMapHasNoRoomForManyHoles() {
    Holes some = missing(window(10, 12), window(14, 16), window(18, 20), window(22, 24));
    assertThat(Coverage.stated(some)).isEqualTo(some);
    Holes many = some.plus(missing(window(30, 32), window(40, 42)));
    assertThat(Coverage.stated(many))
        .isEqualTo(missing(window(10, 12), window(14, 16), window(18, 20), window(22, 42)));
  }

  private static Wanted wanted(List<Window> windows) {
    return new Wanted(windows, List.of(), List.of());
  }

  private static Holes missing(Window... windows) {
    return Holes.of(
        Arrays.stream(windows)
            .map(one -> new Hole(one.startMillis(), one.endMillis(), HoleCause.RECOVERY))
            .toList());
  }

  private static Window window(long from, long to) {
    return new Window(from * HOURS, to * HOURS);
  }

  /// Returns a bucket of six hours.
  private static Manifest tier1(long number) {
    return Buckets.manifest(Buckets.key(1, number, 1), List.of());
  }
}
