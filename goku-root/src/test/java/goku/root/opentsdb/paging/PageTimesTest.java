package goku.root.opentsdb.paging;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.TimeRange;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PageTimesTest {
  private static final TimeRange MONTH =
      new TimeRange(at("2026-11-02T01:30:00Z"), at("2026-12-02T01:30:00Z"));
  private static final PageTimes MILLION = new PageTimes(new PageSize(0, 1_000_000), 0);

  @Test
  void theFirstPageEndsWithABucket() {
    assertThat(MILLION.first(MONTH)).isEqualTo(range(MONTH.startMillis(), "2026-11-02T02:00:00Z"));
  }

  @Test
  void theNextPageFitsTheDatapointsAndEndsWithATierWindow() {
    TimeRange first = range(at("2026-11-02T02:00:00Z"), "2026-11-02T04:00:00Z");
    assertThat(MILLION.next(first, 300_000, MONTH)) // three times as long
        .isEqualTo(range(at("2026-11-02T04:00:00Z"), "2026-11-02T06:00:00Z"));
    assertThat(MILLION.next(first, 100_000, MONTH))
        .isEqualTo(range(at("2026-11-02T04:00:00Z"), "2026-11-02T12:00:00Z"));
  }

  @Test
  void emptyPagesAreFollowedByLongerPages() {
    TimeRange first = range(at("2026-11-02T02:00:00Z"), "2026-11-02T04:00:00Z");
    TimeRange next = MILLION.next(first, 0, MONTH);
    assertThat(next).isEqualTo(range(first.endMillis() + 1, "2026-11-02T12:00:00Z"));
    TimeRange third = MILLION.next(next, 0, MONTH);
    assertThat(third).isEqualTo(range(next.endMillis() + 1, "2026-11-03T00:00:00Z"));
  }

  @Test
  void onlyFarTooLargeBucketsAreCut() {
    TimeRange bucket = range(at("2026-11-02T02:00:00Z"), "2026-11-02T04:00:00Z");
    assertThat(MILLION.fitting(bucket, 7_900_000)).isEqualTo(bucket);
    assertThat(MILLION.fitting(bucket, 80_000_000))
        .isEqualTo(range(bucket.startMillis(), "2026-11-02T02:10:00Z"));
    assertThat(MILLION.next(bucket, 80_000_000, MONTH))
        .isEqualTo(range(at("2026-11-02T04:00:00Z"), "2026-11-02T04:10:00Z"));
  }

  @Test
  void aLengthOfTimeSetsTheLengthOfPages() {
    var hours = new PageTimes(new PageSize(Duration.ofHours(3).toMillis(), 0), 0);
    TimeRange first = hours.first(MONTH);
    assertThat(first).isEqualTo(range(MONTH.startMillis(), "2026-11-02T03:00:00Z"));
    assertThat(hours.next(first, 1L << 40, MONTH))
        .isEqualTo(range(first.endMillis() + 1, "2026-11-02T06:00:00Z"));
    assertThat(hours.fitting(first, 1L << 40)).isEqualTo(first);
  }

  @Test
  void laterPagesAreAtLeastOneDownsamplingIntervalLong() {
    var days = new PageTimes(new PageSize(0, 1), Duration.ofDays(3).toMillis());
    TimeRange first = days.first(MONTH);
    TimeRange next = days.next(first, 1000, MONTH);
    assertThat(next.endMillis() + 1 - next.startMillis()).isEqualTo(Duration.ofDays(4).toMillis());
  }

  @Property
  void pagesCoverTheRangeWithoutGaps(
      @ForAll @LongRange(min = 0, max = 10_000_000_000L) long start,
      @ForAll @LongRange(min = 1, max = 1_000_000_000L) long length,
      @ForAll @LongRange(max = 100_000_000) long datapoints) {
    var range = new TimeRange(start, start + length);
    TimeRange page = MILLION.first(range);
    assertThat(page.startMillis()).isEqualTo(start);
    for (int pages = 1; page.endMillis() < range.endMillis(); pages++) {
      TimeRange next = MILLION.next(page, datapoints, range);
      assertThat(next.startMillis()).isEqualTo(page.endMillis() + 1);
      assertThat(pages).isLessThan(20_000);
      page = next;
    }
    assertThat(page.endMillis()).isEqualTo(range.endMillis());
  }

  private static TimeRange range(long start, String end) {
    return new TimeRange(start, at(end) - 1);
  }

  private static long at(String time) {
    return Instant.parse(time).toEpochMilli();
  }
}
