package goku.longterm.read.cover;

import static goku.longterm.read.cover.CoverFixture.DAY;
import static goku.longterm.read.cover.CoverFixture.DISK;
import static goku.longterm.read.cover.CoverFixture.EPOCH;
import static goku.longterm.read.cover.CoverFixture.HOUR;
import static goku.longterm.read.cover.CoverFixture.MINUTE;
import static goku.longterm.read.cover.CoverFixture.QUARTER;
import static goku.longterm.read.cover.CoverFixture.at;
import static goku.longterm.read.cover.CoverFixture.bucket;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.TimeRange;
import goku.query.Resolution;
import goku.tier.Manifest;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoverTest {
  private static final Resolution HOURLY = new Resolution(Resolution.Value.SUM, HOUR);

  @Test
  void theLowestTierThatHoldsATimeServesIt() {
    List<Manifest> buckets =
        List.of(bucket(3, EPOCH), bucket(2, EPOCH), bucket(1, EPOCH), bucket(1, EPOCH + 6 * HOUR));
    assertThat(cover(buckets, EPOCH + 5 * DAY, EPOCH, EPOCH + 4 * DAY, Resolution.RAW))
        .containsExactly(
            new Segment(2, 0, EPOCH, EPOCH + 6 * HOUR),
            new Segment(3, 0, EPOCH + 6 * HOUR, EPOCH + 12 * HOUR),
            new Segment(1, 0, EPOCH + 12 * HOUR, EPOCH + DAY),
            new Segment(0, 0, EPOCH + DAY, EPOCH + 4 * DAY));
  }

  @Test
  void rawDatapointsAreReadFromTheirHorizonOnAndRollupsBefore() {
    long now = EPOCH + 26 * DAY + 7 * MINUTE;
    List<Manifest> buckets = List.of(bucket(3, EPOCH), bucket(4, EPOCH));
    assertThat(cover(buckets, now, EPOCH, EPOCH + 4 * DAY, Resolution.RAW))
        .containsExactly(
            new Segment(0, QUARTER, EPOCH, EPOCH + 2 * DAY),
            new Segment(0, 0, EPOCH + 2 * DAY, EPOCH + 4 * DAY));
  }

  @Test
  void theHorizonOfRollupsIsAMultipleOfTheNextCoarserInterval() {
    long now = EPOCH + 90 * DAY + 20 * MINUTE;
    List<Manifest> buckets = List.of(bucket(4, EPOCH), bucket(5, EPOCH));
    assertThat(cover(buckets, now, EPOCH, EPOCH + 16 * DAY, Resolution.RAW))
        .containsExactly(
            new Segment(1, HOUR, EPOCH, EPOCH + 10 * DAY),
            new Segment(0, QUARTER, EPOCH + 10 * DAY, EPOCH + 16 * DAY));
  }

  @Test
  void nothingIsReadBeforeTheLastHorizon() {
    long now = EPOCH + 400 * DAY + 20 * MINUTE;
    assertThat(cover(List.of(bucket(5, EPOCH)), now, EPOCH, now, Resolution.RAW))
        .containsExactly(new Segment(0, HOUR, EPOCH + 16 * DAY, EPOCH + 64 * DAY));
  }

  @Test
  void aTimeWithoutABucketHasNoSegment() {
    List<Manifest> buckets = List.of(bucket(1, EPOCH), bucket(1, EPOCH + 12 * HOUR));
    assertThat(cover(buckets, EPOCH + DAY, EPOCH + HOUR, EPOCH + 14 * HOUR, Resolution.RAW))
        .containsExactly(
            new Segment(0, 0, EPOCH + HOUR, EPOCH + 6 * HOUR),
            new Segment(1, 0, EPOCH + 12 * HOUR, EPOCH + 14 * HOUR));
  }

  @Test
  void anotherFormServesIfTheKeptOneIsMissing() {
    List<Manifest> young = List.of(bucket(4, EPOCH));
    assertThat(cover(young, EPOCH + 17 * DAY, EPOCH, EPOCH + DAY, Resolution.RAW))
        .containsExactly(new Segment(0, QUARTER, EPOCH, EPOCH + DAY));
    assertThat(cover(young, EPOCH + 200 * DAY, EPOCH, EPOCH + DAY, Resolution.RAW))
        .containsExactly(new Segment(0, QUARTER, EPOCH, EPOCH + DAY));
  }

  @Test
  void rollupsReplaceRawDatapointsOnlyForWholeIntervalsOfTheRange() {
    List<Manifest> buckets = List.of(bucket(1, EPOCH));
    long now = EPOCH + DAY;
    assertThat(cover(buckets, now, EPOCH + 7 * MINUTE, EPOCH + HOUR + 20 * MINUTE, HOURLY))
        .containsExactly(
            new Segment(0, 0, EPOCH + 7 * MINUTE, EPOCH + QUARTER),
            new Segment(0, QUARTER, EPOCH + QUARTER, EPOCH + HOUR + QUARTER),
            new Segment(0, 0, EPOCH + HOUR + QUARTER, EPOCH + HOUR + 20 * MINUTE));
    var uneven = new Resolution(Resolution.Value.SUM, 20 * MINUTE);
    assertThat(cover(buckets, now, EPOCH, EPOCH + HOUR, uneven))
        .containsExactly(new Segment(0, 0, EPOCH, EPOCH + HOUR));
  }

  @Test
  void rollupsWithoutRawCountIfTheirTimestampsLieInTheRange() {
    long now = EPOCH + 70 * DAY;
    assertThat(
            cover(
                List.of(bucket(4, EPOCH)),
                now,
                EPOCH + 7 * MINUTE,
                EPOCH + 50 * MINUTE,
                Resolution.RAW))
        .containsExactly(new Segment(0, QUARTER, EPOCH + QUARTER, EPOCH + 50 * MINUTE));
  }

  @Test
  void aRangeWithoutEndEndsWithTheLastBucket() {
    List<Manifest> buckets = List.of(bucket(1, EPOCH));
    assertThat(Cover.of(buckets, DISK, at(EPOCH + DAY), new TimeRange(0, Long.MAX_VALUE), HOURLY))
        .containsExactly(new Segment(0, QUARTER, EPOCH, EPOCH + 6 * HOUR));
  }

  private static List<Segment> cover(
      List<Manifest> buckets, long now, long from, long end, Resolution resolution) {
    return Cover.of(buckets, DISK, at(now), new TimeRange(from, end - 1), resolution);
  }
}
