package goku.root.opentsdb.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "now, 2026-11-21T12:00:00Z",
    "90m-ago, 2026-11-21T10:30:00Z",
    "1n-ago, 2026-10-22T12:00:00Z",
    "1793577600, 2026-11-02T00:00:00Z",
    "1793577600250, 2026-11-02T00:00:00.250Z",
    "1793577600250ms, 2026-11-02T00:00:00.250Z",
    "1793577600.5, 2026-11-02T00:00:00.500Z",
    "2026/11/02, 2026-11-02T00:00:00Z",
    "2026/11/02-01:02, 2026-11-02T01:02:00Z",
    "2026/11/02 01:02:03, 2026-11-02T01:02:03Z",
    "2026/12/32, 2027-01-01T00:00:00Z"
  })
  void timesOfOpenTsdbAreParsed(String text, Instant expected) {
    assertThat(Instant.ofEpochMilli(TimeText.parse(text, null, NOW))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "-5", "1.5", "2026-11-02", "0h-ago", "5q-ago", "1:2"})
  void otherTextsAreRejected(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> TimeText.parse(text, null, NOW));
  }

  @Test
  void datesAreLocalToTheTimezone() {
    assertThat(TimeText.parse("2026/11/02", "Asia/Tokyo", NOW))
        .isEqualTo(Instant.parse("2026-11-01T15:00:00Z").toEpochMilli());
  }
}
