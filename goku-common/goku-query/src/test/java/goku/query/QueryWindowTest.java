package goku.query;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.TimeRange;
import goku.query.aggregator.Aggregator;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryWindowTest {
  private static final long HOUR = 3_600_000;

  @Test
  void isMadeOfWholeHours() {
    assertThat(read(3 * HOUR + 1, 3 * HOUR + 2)).isEqualTo(new TimeRange(3 * HOUR, 4 * HOUR - 1));
  }

  @Test
  void anEndOneSecondBeforeTheHourReadsTheNextHourToo() {
    assertThat(read(3 * HOUR, 4 * HOUR - 1000).endMillis()).isEqualTo(5 * HOUR - 1);
    assertThat(read(3 * HOUR, 4 * HOUR - 1001).endMillis()).isEqualTo(4 * HOUR - 1);
  }

  @Test
  void beginsWithTheStepOfTheStartAndEndsWithThatOfTheEnd() {
    var downsample =
        new Downsample(
            new Interval.Fixed(Duration.ofHours(6).toMillis()), Aggregator.SUM, FillPolicy.NONE);
    var window = QueryWindow.of(new TimeRange(8 * HOUR, 13 * HOUR), downsample);
    assertThat(window.read()).isEqualTo(new TimeRange(6 * HOUR, 18 * HOUR - 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE / 2, 300_000_000_000_000L})
  void aStepOfTenThousandYearsReadsFromTheEpochToTheEndOfTheYear9999(long length) {
    var downsample = new Downsample(new Interval.Fixed(length), Aggregator.SUM, FillPolicy.NONE);
    var window = QueryWindow.of(new TimeRange(8 * HOUR, 13 * HOUR), downsample);
    long end = Instant.parse("+10000-01-01T00:00:00Z").toEpochMilli();
    assertThat(window.read()).isEqualTo(new TimeRange(0, end - 1));
  }

  @Test
  void ofAlignedStepsIsTheRangeWithoutItsEnd() {
    var aligned = new Interval.Aligned(7 * HOUR, 8 * HOUR + 5);
    var downsample = new Downsample(aligned, Aggregator.SUM, FillPolicy.NONE);
    var window = QueryWindow.of(new TimeRange(8 * HOUR + 5, 13 * HOUR), downsample);
    assertThat(window.read()).isEqualTo(new TimeRange(8 * HOUR + 5, 13 * HOUR - 1));
  }

  private static TimeRange read(long start, long end) {
    return QueryWindow.of(new TimeRange(start, end), null).read();
  }
}
