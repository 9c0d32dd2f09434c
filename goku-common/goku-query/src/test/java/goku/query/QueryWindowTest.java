package goku.query;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.TimeRange;
import goku.query.aggregator.Aggregator;
import java.time.Duration;
import org.junit.jupiter.api.Test;

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

  private static TimeRange read(long start, long end) {
    return QueryWindow.of(new TimeRange(start, end), null).read();
  }
}
