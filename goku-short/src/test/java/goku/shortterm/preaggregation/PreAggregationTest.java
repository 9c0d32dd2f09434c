package goku.shortterm.preaggregation;

import static goku.shortterm.preaggregation.Asked.MINUTE;
import static goku.shortterm.preaggregation.Asked.NOW;
import static goku.shortterm.preaggregation.Asked.sumByDc;
import static goku.shortterm.shard.ShardFixture.ALWAYS;
import static org.assertj.core.api.Assertions.assertThat;

import goku.memory.Purpose;
import goku.model.PreAggregation;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.aggregator.Aggregator;
import goku.shortterm.shard.ShardFixture;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A metric with a rule: which queries are answered from cells, and that their answers are those of
/// the series.
class PreAggregationTest {
  private static final PreAggregation RULE =
      new PreAggregation("cpu", List.of("dc", "kind"), Duration.ofMinutes(1));
  private static final int HOSTS = 20;

  private final ShardFixture fixture = new ShardFixture(64 << 20);
  private List<PreAggregation> rules = List.of(RULE);

  @BeforeEach
  void follow() {
    fixture.shard.preAggregates().follow(() -> rules, 100);
    fixture.shard.tick(0);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /// Each host reports once a minute, from three hours ago on.
  private void fill() {
    for (long time = NOW - 180 * MINUTE; time <= NOW; time += MINUTE) {
      for (int host = 0; host < HOSTS; host++) {
        fixture.add(name(host), time + host * 1000L, value(host, time));
      }
    }
    fixture.send();
  }

  private static String name(int host) {
    String kind = host % 5 == 0 ? "" : " kind=k" + host % 3;
    return "cpu dc=dc%d host=h%d%s".formatted(host % 2, host, kind);
  }

  private static double value(int host, long time) {
    return Math.sin(host * 31.0 + (double) time) * 1000;
  }

  private void settle() {
    fixture.shard.tick(0);
    while (!fixture.shard.preAggregates().isSettled()) {
      fixture.shard.proceed();
      Thread.onSpinWait();
    }
  }

  private void assertFromCells(Asked asked) {
    Asked.Answer answer = asked.of(fixture.reader);
    assertThat(answer.isFromCells()).as("%s from %s", asked, answer.origins()).isTrue();
    assertThat(answer.groups()).isNotEmpty();
    asked.assertSame(answer, asked.ofSeries(fixture.reader));
  }

  private void assertFromSeries(Asked asked) {
    Asked.Answer answer = asked.of(fixture.reader);
    assertThat(answer.origins()).as("%s", asked).containsExactly("short");
    asked.assertSame(answer, asked.ofSeries(fixture.reader));
  }

  @Test
  void anAnswerSaysThatItComesFromCellsAndCountsTheseAlone() {
    fill();
    Asked.Answer answer = sumByDc().of(fixture.reader);
    assertThat(answer.origins()).containsExactly("short pre-aggregated 1m");
    // dc0 and dc1, each without a kind and with three kinds, in the hour asked for and the next
    assertThat(answer.datapoints()).isEqualTo(8 * 120);
    assertFromCells(sumByDc());
  }

  @Test
  void ofEveryMinuteCellsAnswerAllButOrderAndSpread() {
    fill();
    for (Aggregator aggregator :
        List.of(
            Aggregator.SUM,
            Aggregator.ZIMSUM,
            Aggregator.PFSUM,
            Aggregator.AVG,
            Aggregator.COUNT,
            Aggregator.MIN,
            Aggregator.MIMMIN,
            Aggregator.MAX,
            Aggregator.MIMMAX)) {
      for (Aggregator function :
          List.of(
              Aggregator.SUM, Aggregator.AVG, Aggregator.MIN, Aggregator.MAX, Aggregator.LAST)) {
        assertFromCells(sumByDc().by(aggregator).every(1, function));
      }
    }
    assertFromSeries(sumByDc().by(Aggregator.P95));
    assertFromSeries(sumByDc().by(Aggregator.DEV));
    assertFromSeries(sumByDc().by(Aggregator.NONE));
    assertFromSeries(sumByDc().every(1, Aggregator.DEV));
  }

  @Test
  void ofLongerIntervalsCellsAnswerSumsOfSumsAndExtremesOfExtremes() {
    fill();
    assertFromCells(sumByDc().every(10, Aggregator.SUM));
    assertFromCells(sumByDc().every(60, Aggregator.COUNT));
    assertFromCells(sumByDc().by(Aggregator.MIN).every(10, Aggregator.MIN));
    assertFromCells(sumByDc().by(Aggregator.MIMMAX).every(5, Aggregator.MAX));
    assertFromSeries(sumByDc().every(10, Aggregator.AVG));
    assertFromSeries(sumByDc().by(Aggregator.AVG).every(10, Aggregator.SUM));
    assertFromSeries(sumByDc().by(Aggregator.MAX).every(10, Aggregator.MIN));
  }

  @Test
  void everyFilterOfKeptTagsWillDoAndNoOther() {
    fill();
    assertFromCells(sumByDc().where());
    assertFromCells(
        sumByDc().where(new TagFilter.LiteralOr("dc", Set.of("DC1"), true, false, false)));
    assertFromCells(
        sumByDc()
            .where(
                new TagFilter.AnyValue("kind", true),
                new TagFilter.LiteralOr("dc", Set.of("dc1"), false, true, true)));
    assertFromSeries(sumByDc().where(new TagFilter.AnyValue("host", true)));
    assertFromSeries(sumByDc().where(new TagFilter.NotKey("kind")));
  }

  @Test
  void whatDoesNotLieOnCellsIsReadFromSeries() {
    fill();
    Asked asked = sumByDc();
    var seconds = new Interval.Fixed(90_000);
    var odd = new Downsample(seconds, Aggregator.SUM, FillPolicy.NONE);
    assertFromSeries(
        new Asked(Aggregator.SUM, odd, asked.filters(), asked.startMillis(), asked.endMillis()));
    // a range that begins within a minute begins with the next one
    assertFromCells(asked.over(NOW - 30 * MINUTE + 7, NOW - 7));
  }

  /// The range ends half an hour before midnight UTC. The day, the week or the hour of the calendar
  /// that holds the end extends beyond the whole hours that the query reads, so it is not filled.
  @ParameterizedTest
  @CsvSource({"1, DAYS, Europe/Berlin", "1, WEEKS, Europe/Berlin", "1, HOURS, America/St_Johns"})
  void aFilledStepThatTheWindowCutsIsLeftOut(int count, ChronoUnit unit, String zone) {
    fill();
    long midnight = Instant.ofEpochMilli(NOW).truncatedTo(ChronoUnit.DAYS).toEpochMilli();
    for (long time = midnight - 90 * MINUTE; time < midnight; time += MINUTE) {
      fixture.add(name(1), time + 1000, 1);
    }
    fixture.send();
    settle();
    var interval =
        new Interval.Calendar(
            count, unit, ZoneId.of(zone), unit.getDuration().multipliedBy(count).toMillis());
    for (FillPolicy fill : List.of(FillPolicy.NAN, FillPolicy.NULL, FillPolicy.ZERO)) {
      var asked =
          new Asked(
              Aggregator.SUM,
              new Downsample(interval, Aggregator.SUM, fill),
              List.of(),
              midnight - 80 * MINUTE,
              midnight - 30 * MINUTE);
      assertFromCells(asked);
    }
  }

  @Test
  void aWholeRangeWithoutDatapointsOfAGroupIsNeverFilled() {
    fill();
    fixture.put("cpu dc=dc9 host=late", NOW + 90 * MINUTE, 1);
    long hour = Instant.ofEpochMilli(NOW).truncatedTo(ChronoUnit.HOURS).toEpochMilli();
    var all = new Downsample(new Interval.Everything(), Aggregator.SUM, FillPolicy.NULL);
    var byDc = List.<TagFilter>of(new TagFilter.AnyValue("dc", true));
    assertFromCells(new Asked(Aggregator.SUM, all, byDc, hour, hour + 80 * MINUTE));
  }

  @Test
  void aSeriesThatHasToBeInterpolatedIsReadAndTheOthersOfItsGroupWithIt() {
    fill();
    fixture.put("cpu dc=dc1 host=h1 kind=k1", NOW + 10 * MINUTE, 5);
    Asked asked = sumByDc().over(NOW - 30 * MINUTE, NOW + 15 * MINUTE);
    Asked.Answer answer = asked.of(fixture.reader);
    assertThat(answer.origins()).containsExactly("short", "short pre-aggregated 1m");
    asked.assertSame(answer, asked.ofSeries(fixture.reader));
    assertFromCells(asked.by(Aggregator.ZIMSUM));
    assertFromCells(asked.by(Aggregator.MIMMAX));
    assertFromCells(asked.every(30, Aggregator.SUM));
    assertFromCells(sumByDc().over(NOW - 60 * MINUTE, NOW - MINUTE));
  }

  @Test
  void aGapThatIsFilledLaterIsNoneAnyMore() {
    fill();
    fixture.put(name(1), NOW + 2 * MINUTE + 1000, 5);
    Asked asked = sumByDc().over(NOW - 30 * MINUTE, NOW + 5 * MINUTE);
    assertThat(asked.of(fixture.reader).origins()).contains("short");
    fixture.put(name(1), NOW + MINUTE + 1000, 7);
    assertFromCells(asked);
  }

  @Test
  void gapsReachOverBucketsAndBucketsThatAreBuiltLater() {
    String host = name(1);
    fixture.put(host, NOW - 300 * MINUTE, 1);
    fixture.put(host, NOW, 3);
    for (long time = NOW - 300 * MINUTE; time <= NOW; time += MINUTE) {
      fixture.add(name(7), time, 2); // of the same group
    }
    fixture.send();
    settle();
    Asked asked = sumByDc().over(NOW - 200 * MINUTE, NOW);
    assertFromSeries(asked);
    for (long time = NOW - 299 * MINUTE; time < NOW; time += MINUTE) {
      fixture.add(host, time, 2);
    }
    fixture.send();
    settle();
    assertFromCells(asked);
    fixture.delete(cpu("h1"), new TimeRange(NOW - 240 * MINUTE, NOW - 10 * MINUTE));
    settle();
    assertFromSeries(asked);
    assertFromCells(asked.by(Aggregator.ZIMSUM));
  }

  private static SeriesFilter cpu(String host) {
    return new SeriesFilter(
        "cpu", List.of(new TagFilter.LiteralOr("host", Set.of(host), false, false, false)), false);
  }

  @Test
  void lateAndRepeatedDatapointsCountOnce() {
    fill();
    fill();
    assertFromCells(sumByDc());
    fixture.put(name(4), NOW - 20 * MINUTE + 4000, 5000); // another value
    fixture.put(name(4), NOW - 20 * MINUTE + 4000, 6000);
    fixture.put(name(4), NOW - 20 * MINUTE + 4000, 6000);
    assertFromCells(sumByDc());
    assertFromCells(sumByDc().by(Aggregator.COUNT));
    // two in one minute: their average is not in the cells, their sum is
    fixture.put(name(4), NOW - 19 * MINUTE + 5000, 1);
    assertThat(sumByDc().of(fixture.reader).origins()).contains("short");
    assertFromCells(sumByDc().every(1, Aggregator.SUM));
    assertFromCells(sumByDc().by(Aggregator.COUNT));
  }

  @Test
  void anExtremeThatGoesIsFoundAgain() {
    fill();
    fixture.put(name(2), NOW - 5 * MINUTE + 2000, 1e6);
    fixture.put(name(2), NOW - 5 * MINUTE + 2000, 0);
    Asked asked = sumByDc().by(Aggregator.MIMMAX);
    assertThat(asked.of(fixture.reader).origins()).contains("short");
    asked.assertSame(asked.of(fixture.reader), asked.ofSeries(fixture.reader));
    assertFromCells(sumByDc());
    settle();
    assertFromCells(asked);
    fixture.delete(cpu("h2"), new TimeRange(NOW - 30 * MINUTE, NOW));
    settle();
    assertFromCells(asked);
    assertFromCells(sumByDc().by(Aggregator.ZIMSUM));
  }

  @Test
  void tagsThatASeriesOfTheWindowHasAloneAreNamed() {
    fill();
    fixture.delete(new SeriesFilter("cpu", List.of(), false), ALWAYS);
    fixture.put("cpu dc=dc1 host=a rack=r1", NOW - 170 * MINUTE, 1);
    for (int minute = 0; minute < 50; minute++) {
      fixture.add("cpu dc=dc1 host=b rack=r1", NOW - minute * MINUTE, 1);
      fixture.add("cpu dc=dc1 host=b rack=r2 zone=z", NOW - minute * MINUTE, 1);
    }
    fixture.send();
    settle();
    Asked asked = sumByDc().over(NOW - 40 * MINUTE, NOW);
    assertFromCells(asked);
    assertThat(asked.of(fixture.reader).groups().values())
        .singleElement()
        .satisfies(
            group -> {
              assertThat(group.tags()).extracting(Object::toString).contains("host=b", "zone=z");
              assertThat(group.aggregateTags()).containsExactly("rack");
            });
    assertFromCells(asked.over(NOW - 180 * MINUTE, NOW));
  }

  @Test
  void aRuleThatComesLaterIsBuiltAndOneThatGoesIsForgotten() {
    rules = List.of();
    fixture.shard.tick(0);
    fill();
    assertFromSeries(sumByDc());
    assertThat(fixture.memory.use().bytes(Purpose.PRE_AGGREGATES)).isZero();
    rules = List.of(RULE);
    fixture.shard.tick(0);
    assertFromSeries(sumByDc());
    settle();
    assertFromCells(sumByDc());
    rules = List.of(new PreAggregation("cpu", List.of("dc"), Duration.ofMinutes(5)));
    settle();
    assertFromSeries(sumByDc());
    assertFromCells(sumByDc().every(5, Aggregator.SUM));
    rules = List.of();
    settle();
    assertFromSeries(sumByDc().every(5, Aggregator.SUM));
  }

  @Test
  void datapointsThatComeWhileABucketIsBuiltCountOnce() {
    rules = List.of();
    fixture.shard.tick(0);
    fill();
    rules = List.of(RULE);
    fixture.shard.tick(0);
    for (int minute = 1; !fixture.shard.preAggregates().isSettled(); minute++) {
      for (int host = 0; host < HOSTS; host++) {
        fixture.add(name(host), NOW + (minute % 40) * MINUTE + host * 1000L, minute);
        fixture.add(name(host), NOW - minute % 170 * MINUTE + 500, minute);
      }
      fixture.send();
      fixture.shard.proceed();
    }
    assertFromCells(sumByDc().by(Aggregator.ZIMSUM).every(1, Aggregator.SUM));
    assertFromCells(sumByDc().by(Aggregator.COUNT));
  }

  @Test
  void aRuleWithTooManyGroupsIsGivenUpAndNothingElse() {
    fill();
    for (int dc = 0; dc < 120; dc++) {
      fixture.add("cpu dc=many%d host=h".formatted(dc), NOW, 1);
    }
    fixture.send();
    settle();
    assertFromSeries(sumByDc());
    assertThat(fixture.counted("goku.short.preaggregation.stopped")).isEqualTo(1);
    assertThat(fixture.counted("goku.short.datapoints.applied")).isEqualTo(181 * HOSTS + 120);
    // too many still when it is tried again
    fixture.clock.set(ShardFixture.START.plus(Duration.ofMinutes(11)));
    settle();
    assertFromSeries(sumByDc());
    assertThat(fixture.counted("goku.short.preaggregation.stopped")).isEqualTo(2);
  }

  @Test
  void memoryGoesWithTheBuckets() {
    fill();
    long used = fixture.memory.use().bytes(Purpose.PRE_AGGREGATES);
    assertThat(used).isGreaterThan(8 * 120 * CellTable.CELL_BYTES);
    fixture.clock.set(ShardFixture.START.plus(Duration.ofHours(30)));
    fixture.shard.tick(0);
    fixture.shard.tick(0);
    assertThat(fixture.shard.buckets().count()).isZero();
    // the table of slots stays
    assertThat(fixture.memory.use().bytes(Purpose.PRE_AGGREGATES)).isLessThan(used / 4);
  }

  @Test
  void aGroupWhoseSeriesHaveGoneIsForgottenAndItsRowUsedAgain() {
    for (int round = 0; round < 300; round++) {
      fixture.put("cpu dc=r%d host=h".formatted(round), NOW - MINUTE, 1);
      fixture.delete(new SeriesFilter("cpu", List.of(), false), ALWAYS);
      fixture.shard.tick(0);
    }
    fill();
    assertFromCells(sumByDc());
  }

  @Test
  void infinitiesAndSignedZerosAreThoseOfTheSeries() {
    fill();
    fixture.put(name(1), NOW + MINUTE, -0.0);
    fixture.put(name(7), NOW + MINUTE, 0.0);
    fixture.put(name(7), NOW + MINUTE + 1, -0.0);
    Asked asked = sumByDc().over(NOW - 30 * MINUTE, NOW + 2 * MINUTE);
    for (Aggregator aggregator : List.of(Aggregator.MIMMIN, Aggregator.MIMMAX, Aggregator.MIN)) {
      for (Aggregator function : List.of(Aggregator.MIN, Aggregator.MAX, Aggregator.SUM)) {
        Asked one = asked.by(aggregator).every(1, function);
        one.assertSame(one.of(fixture.reader), one.ofSeries(fixture.reader));
      }
    }
    assertFromCells(asked.by(Aggregator.MIMMIN).every(5, Aggregator.MIN));
  }
}
