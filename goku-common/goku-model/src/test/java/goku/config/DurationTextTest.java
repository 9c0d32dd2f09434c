package goku.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class DurationTextTest {
  @Test
  void readsAllUnits() {
    assertThat(DurationText.parse("10ms")).isEqualTo(Duration.ofMillis(10));
    assertThat(DurationText.parse("90s")).isEqualTo(Duration.ofSeconds(90));
    assertThat(DurationText.parse("5m")).isEqualTo(Duration.ofMinutes(5));
    assertThat(DurationText.parse("2h")).isEqualTo(Duration.ofHours(2));
    assertThat(DurationText.parse("24d")).isEqualTo(Duration.ofDays(24));
    assertThat(DurationText.parse("1w")).isEqualTo(Duration.ofDays(7));
    assertThat(DurationText.parse("9999999999w").toMillis())
        .isEqualTo(9_999_999_999L * 604_800_000);
  }

  @Test
  void refusesTextsWithoutUnitOrWithSign() {
    for (String text :
        new String[] {"", "10", "-1s", "1.5h", "h", "1 day", "1h30m", "99999999999w"}) {
      assertThatIllegalArgumentException().as(text).isThrownBy(() -> DurationText.parse(text));
    }
  }

  @Test
  void printsTheLargestUnit() {
    assertThat(DurationText.print(Duration.ZERO)).isEqualTo("0s");
    assertThat(DurationText.print(Duration.ofDays(2))).isEqualTo("2d");
    assertThat(DurationText.print(Duration.ofMillis(1500))).isEqualTo("1500ms");
  }

  @Property
  void parsesWhatItPrints(@ForAll @LongRange(min = 0, max = 9_999_999_999L) long millis) {
    var duration = Duration.ofMillis(millis);
    assertThat(DurationText.parse(DurationText.print(duration))).isEqualTo(duration);
  }
}
