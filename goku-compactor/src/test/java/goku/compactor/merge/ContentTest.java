package goku.compactor.merge;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Tier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContentTest {
  private static final long MINUTE = 60_000;
  private static final ListSource BUCKET_FILE = source(true, 0);

  @Test
  void aTierGetsItsConfiguredContent() {
    assertThat(Content.of(tier(true, 15), List.of(BUCKET_FILE, source(true, 15))))
        .isEqualTo(new Content(true, 15 * MINUTE));
    assertThat(Content.of(tier(false, 60), List.of(BUCKET_FILE, source(false, 15))))
        .isEqualTo(new Content(false, 60 * MINUTE));
    assertThat(Content.of(tier(true, 0), List.of(source(true, 15))))
        .isEqualTo(new Content(true, 0));
  }

  /// Uses a namespace that has since been given longer times to live.
  @Test
  void dataThatNoSourceHasAreNotBuilt() {
    assertThat(Content.of(tier(true, 0), List.of(BUCKET_FILE, source(false, 60))))
        .isEqualTo(new Content(false, 60 * MINUTE));
    assertThat(Content.of(tier(true, 20), List.of(source(false, 15), source(false, 30))))
        .isEqualTo(new Content(false, 60 * MINUTE));
  }

  @Test
  void rollupsOfASourceAreUsedIfTheirIntervalDividesThatOfTheTier() {
    var content = new Content(true, 60 * MINUTE);
    assertThat(content.composesRollupsOf(source(true, 60))).isTrue();
    assertThat(content.composesRollupsOf(source(true, 15))).isTrue();
    assertThat(content.composesRollupsOf(source(true, 25))).isFalse();
    assertThat(content.composesRollupsOf(source(true, 120))).isFalse();
    assertThat(content.composesRollupsOf(BUCKET_FILE)).isFalse();
    assertThat(new Content(true, 0).composesRollupsOf(source(true, 15))).isFalse();
  }

  private static ListSource source(boolean raw, int rollupMinutes) {
    return new ListSource("source", raw, rollupMinutes * MINUTE, Map.of());
  }

  private static Tier tier(boolean raw, int rollupMinutes) {
    var rollup =
        rollupMinutes == 0
            ? Optional.<Duration>empty()
            : Optional.of(Duration.ofMinutes(rollupMinutes));
    return new Tier(2, Duration.ofDays(1), Duration.ofDays(5), raw, rollup, false);
  }
}
