package goku.integration.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.query.AskedQuery;
import goku.integration.reference.AnsweredPoint;
import goku.integration.reference.Downsampling;
import goku.integration.reference.Reference;
import goku.integration.reference.Request;
import goku.integration.reference.StoredSeries;
import goku.integration.reference.SubQuery;
import goku.model.Disk;
import goku.model.Rollup;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FlatReferenceTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  /// 07:50 of day 100: raw from 07:45 two days ago, quarters from 07:00 five days ago, hours from
  /// 07:00 ten days ago.
  private static final Instant NOW = Instant.ofEpochMilli(100 * DAY + 7 * HOUR + 50 * MINUTE);

  private static final long RAW_FROM = 98 * DAY + 7 * HOUR + 45 * MINUTE;
  private static final long QUARTERS_FROM = 95 * DAY + 7 * HOUR;
  private static final long HOURS_FROM = 90 * DAY + 7 * HOUR;

  private static final Disk DISK =
      new Disk(
          Duration.ofDays(2),
          List.of(
              new Rollup(Duration.ofMinutes(15), Duration.ofDays(5)),
              new Rollup(Duration.ofHours(1), Duration.ofDays(10))));

  private static StoredSeries series(Map<Long, Double> points) {
    return new StoredSeries("m", new TreeMap<>(Map.of("host", "a")), new TreeMap<>(points));
  }

  private static Map<Long, Double> visible(RolledUp form, Map<Long, Double> points) {
    List<StoredSeries> visible = reference(points).visible(form);
    return visible.isEmpty() ? Map.of() : visible.getFirst().points();
  }

  private static FlatReference reference(Map<Long, Double> points) {
    return new FlatReference(List.of(series(points)), DISK, NOW);
  }

  @Test
  void rawDatapointsAreSeenFromTheIntervalOnThatTheirTimeReaches() {
    assertThat(visible(RolledUp.SUM, Map.of(RAW_FROM, 1.0, RAW_FROM + 1, 2.0)))
        .isEqualTo(Map.of(RAW_FROM, 1.0, RAW_FROM + 1, 2.0));
    assertThat(visible(RolledUp.SUM, Map.of(RAW_FROM - 1, 1.0, RAW_FROM - 2, 2.0)))
        .isEqualTo(Map.of(RAW_FROM - 15 * MINUTE, 3.0));
  }

  @Test
  void finerRollupsBeginWithAWholeIntervalOfTheCoarserOnes() {
    assertThat(visible(RolledUp.MAX, Map.of(QUARTERS_FROM + 1, 1.0, QUARTERS_FROM - 1, 2.0)))
        .isEqualTo(Map.of(QUARTERS_FROM, 1.0, QUARTERS_FROM - HOUR, 2.0));
  }

  @Test
  void nothingIsSeenBeforeTheCoarsest() {
    assertThat(visible(RolledUp.MIN, Map.of(HOURS_FROM + 5, 1.0, HOURS_FROM - 1, 2.0)))
        .isEqualTo(Map.of(HOURS_FROM, 1.0));
    assertThat(visible(RolledUp.MIN, Map.of(HOURS_FROM - 1, 2.0))).isEmpty();
  }

  @Test
  void theFormSaysWhatARollupIsWorth() {
    long at = QUARTERS_FROM;
    Map<Long, Double> points = Map.of(at, 1.0, at + 1, 2.0, at + 2, 6.0);
    assertThat(visible(RolledUp.AVERAGE, points)).isEqualTo(Map.of(at, 3.0));
    assertThat(visible(RolledUp.SUM, points)).isEqualTo(Map.of(at, 9.0));
    assertThat(visible(RolledUp.COUNT, points)).isEqualTo(Map.of(at, 3.0));
    assertThat(visible(RolledUp.MIN, points)).isEqualTo(Map.of(at, 1.0));
    assertThat(visible(RolledUp.MAX, points)).isEqualTo(Map.of(at, 6.0));
  }

  @Test
  void averagesAndCountsMindHowManyDatapointsARollupStandsFor() {
    // three datapoints before the raw ones begin, in a quarter of an hour, and one behind
    Map<Long, Double> points =
        Map.of(RAW_FROM - 15 * MINUTE, 1.0, RAW_FROM - 2, 2.0, RAW_FROM - 1, 3.0, RAW_FROM, 10.0);
    assertThat(downsampled("avg", points)).isEqualTo(4.0);
    assertThat(downsampled("count", points)).isEqualTo(4.0);
    assertThat(downsampled("sum", points)).isEqualTo(16.0);
    assertThat(downsampled("max", points)).isEqualTo(10.0);
    assertThat(downsampled("last", points)).isEqualTo(10.0);
    assertThat(downsampled("first", points)).as("the average of removed datapoints").isEqualTo(2.0);
  }

  /// All of it in one bucket of a day.
  private static Number downsampled(String function, Map<Long, Double> points) {
    var days = new Downsampling(1, "d", false, ZoneOffset.UTC, function, "none");
    var query = new SubQuery("sum", "m", List.of(), false, days, null);
    var request = new Request(98 * DAY, 99 * DAY - 1, List.of(query));
    List<AnsweredPoint> answer = reference(points).answer(request).series().getFirst().points();
    assertThat(answer).hasSize(1);
    return Objects.requireNonNull(answer.getFirst().value());
  }

  @Test
  void whereEverythingIsKeptItAnswersAsThePlainReference() {
    TierData data = TierData.of(3, NOW.minus(Duration.ofDays(20)), Duration.ofDays(20));
    var keptForEver = new Disk(Duration.ofDays(3650), List.of());
    var flat = new FlatReference(data.series(), keptForEver, NOW);
    var plain = new Reference(data.series());
    for (AskedQuery query : TierQueries.of(1, DISK, Duration.ofDays(1), NOW, 100)) {
      assertThat(flat.answer(query.request()))
          .as(query.toString())
          .isEqualTo(plain.answer(query.request()));
    }
  }

  /// Tests the property on which `Resolution.exactMillis` relies.
  @Test
  void sumsOfWholeHoursAreTheSameOfRollupsAndOfRawDatapoints() {
    TierData data = TierData.of(5, NOW.minus(Duration.ofDays(9)), Duration.ofDays(9));
    var flat = new FlatReference(data.series(), DISK, NOW);
    var plain = new Reference(data.series());
    for (String function : List.of("count", "min", "max")) {
      var hours = new Downsampling(1, "h", false, ZoneOffset.UTC, function, "none");
      var query = new SubQuery("none", "disk.used", List.of(), false, hours, null);
      var request = new Request(HOURS_FROM, RAW_FROM + DAY, List.of(query));
      assertThat(flat.answer(request).series())
          .extracting(series -> series.points())
          .isEqualTo(
              plain.answer(request).series().stream().map(series -> series.points()).toList());
    }
  }
}
