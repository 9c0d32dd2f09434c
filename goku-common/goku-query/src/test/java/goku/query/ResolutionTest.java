package goku.query;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.TimeRange;
import goku.query.aggregator.Aggregator;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class ResolutionTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final TimeRange WEEK = new TimeRange(700 * DAY + 1234, 707 * DAY + 5678);

  @Test
  void theFunctionSelectsTheValueOfARollup() {
    assertThat(of(hours(1), Aggregator.SUM).value()).isEqualTo(Resolution.Value.SUM);
    assertThat(of(hours(1), Aggregator.PFSUM).value()).isEqualTo(Resolution.Value.SUM);
    assertThat(of(hours(1), Aggregator.MIMMIN).value()).isEqualTo(Resolution.Value.MIN);
    assertThat(of(hours(1), Aggregator.MAX).value()).isEqualTo(Resolution.Value.MAX);
    assertThat(of(hours(1), Aggregator.COUNT).value()).isEqualTo(Resolution.Value.COUNT);
    assertThat(of(hours(1), Aggregator.AVG).value()).isEqualTo(Resolution.Value.WEIGHTED_SUM);
  }

  @Test
  void functionsThatNeedEveryDatapointReadRawOnesWhereKept() {
    assertThat(of(hours(1), Aggregator.P99)).isEqualTo(Resolution.RAW);
    assertThat(of(hours(1), Aggregator.LAST)).isEqualTo(Resolution.RAW);
    assertThat(Resolution.of(null, QueryWindow.of(WEEK, null))).isEqualTo(Resolution.RAW);
  }

  @Test
  void rollupsReplaceRawDatapointsWhereTheirIntervalsFitIntoTheSteps() {
    Resolution ofHours = of(hours(1), Aggregator.AVG);
    assertThat(ofHours.replacesRaw(HOUR)).isTrue();
    assertThat(ofHours.replacesRaw(15 * MINUTE)).isTrue();
    assertThat(ofHours.replacesRaw(2 * HOUR)).isFalse();
    Resolution ofMinutes = of(new Interval.Fixed(20 * MINUTE), Aggregator.AVG);
    assertThat(ofMinutes.replacesRaw(15 * MINUTE)).isFalse();
    assertThat(ofMinutes.rawWhereKept().replacesRaw(MINUTE)).isFalse();
  }

  @Test
  void daysOfATimeZoneUseRollupsThatFitItsOffset() {
    Resolution berlin = of(days("Europe/Berlin"), Aggregator.SUM);
    assertThat(berlin.replacesRaw(HOUR)).isTrue();
    Resolution kathmandu = of(days("Asia/Kathmandu"), Aggregator.SUM);
    assertThat(kathmandu.replacesRaw(15 * MINUTE)).isTrue();
    assertThat(kathmandu.replacesRaw(HOUR)).isFalse();
  }

  @Test
  void stepsThatRestartEveryDayUseNoRollups() {
    var sevenMinutes = new Interval.Calendar(7, ChronoUnit.MINUTES, ZoneId.of("UTC"), 7 * MINUTE);
    assertThat(of(sevenMinutes, Aggregator.SUM).exactMillis()).isZero();
  }

  @Test
  void aDayThatDoesNotBeginAtMidnightAllowsNoRollups() {
    // there was no midnight on 8 September 2019: the clock went from 23:59:59 to 01:00
    var zone = ZoneId.of("America/Santiago");
    long start = ZonedDateTime.of(2019, 9, 5, 0, 0, 0, 0, zone).toInstant().toEpochMilli();
    var days = new Interval.Calendar(1, ChronoUnit.DAYS, zone, DAY);
    assertThat(days.divisor(new TimeRange(start, start + DAY))).isEqualTo(4 * HOUR);
    assertThat(days.divisor(new TimeRange(start, start + 9 * DAY))).isZero();
  }

  @Test
  void theEndsOfASingleStepLimitItsRollups() {
    var all = new Downsample(new Interval.Everything(), Aggregator.AVG, FillPolicy.NONE);
    var aligned = new TimeRange(5 * DAY, 6 * DAY + 15 * MINUTE);
    assertThat(Resolution.of(all, QueryWindow.of(aligned, all)).exactMillis())
        .isEqualTo(15 * MINUTE);
    assertThat(Resolution.of(all, QueryWindow.of(WEEK, all)).exactMillis()).isEqualTo(2);
  }

  @Test
  void noIntervalCrossesTheBoundaryBetweenStores() {
    Resolution ofDays = of(hours(24), Aggregator.SUM);
    assertThat(ofDays.replacesRaw(DAY)).isTrue();
    Resolution before = ofDays.before(703 * DAY + 6 * HOUR);
    assertThat(before.replacesRaw(DAY)).isFalse();
    assertThat(before.replacesRaw(6 * HOUR)).isTrue();
  }

  private static Resolution of(Interval interval, Aggregator function) {
    var downsample = new Downsample(interval, function, FillPolicy.NONE);
    return Resolution.of(downsample, QueryWindow.of(WEEK, downsample));
  }

  private static Interval hours(int count) {
    return new Interval.Fixed(count * HOUR);
  }

  private static Interval days(String zone) {
    return new Interval.Calendar(1, ChronoUnit.DAYS, ZoneId.of(zone), DAY);
  }
}
