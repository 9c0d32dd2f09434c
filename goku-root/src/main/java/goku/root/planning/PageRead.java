package goku.root.planning;

import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval.Steps;
import goku.query.Page;
import goku.query.RateOptions;
import goku.query.aggregator.Aggregator;
import org.jspecify.annotations.Nullable;

/// The data to read for a page, so that its values equal those of the whole answer.
///
/// Between its first and last datapoint, a series contributes to its group at every time, by
/// interpolation between neighbours. That takes one slot before the page and one after it. A rate
/// needs a datapoint and its predecessor, so the last rate before the page takes two. A series with
/// one datapoint has no rate at all, which two slots after the page reveal. If rates of counter
/// resets are dropped, the last rate before the page may be arbitrarily old, so all is read.
final class PageRead {
  private final Steps slots;

  private PageRead(Steps slots) {
    this.slots = slots;
  }

  static Page of(SeriesQuery query, TimeRange page) {
    Downsample downsample = query.downsample();
    int beyond = beyond(query);
    if (downsample == null) {
      boolean integers = query.rate() == null;
      return new Page(page.startMillis(), page.endMillis() + 1, null, beyond, beyond, integers);
    }
    if (!(downsample.interval() instanceof Steps slots)) {
      throw new IllegalArgumentException("one bucket of the whole range cannot be cut into pages");
    }
    var read = new PageRead(slots);
    long from = read.firstAtOrAfter(page.startMillis());
    long to = read.firstAtOrAfter(page.endMillis() + 1);
    return downsample.fill() == FillPolicy.NONE
        ? new Page(from, to, slots, beyond, beyond, false)
        : read.filled(query, from, to);
  }

  private static int beyond(SeriesQuery query) {
    RateOptions rate = query.rate();
    if (rate == null) {
      return query.aggregator() == Aggregator.NONE ? 0 : 1;
    }
    return dropsRates(rate) ? Page.ALL : 2;
  }

  private static boolean dropsRates(@Nullable RateOptions rate) {
    return rate != null && rate.counter() && rate.dropResets();
  }

  /// Returns the page of an answer with a fill policy. Every slot has a value, so all neighbours
  /// are adjacent to the page. A rate needs the slot before the page. The slot after the page shows
  /// that the first slot has a successor.
  private Page filled(SeriesQuery query, long from, long to) {
    if (query.rate() == null) {
      return new Page(from, to, slots, 0, 0, false);
    }
    TimeRange all = query.window().read();
    if (dropsRates(query.rate())) {
      return new Page(all.startMillis(), all.endMillis() + 1, slots, 0, 0, false);
    }
    return new Page(before(from), slots.next(to), slots, 0, 0, false);
  }

  private long before(long slot) {
    return slot <= 0 ? slot : slots.floor(slot - 1);
  }

  private long firstAtOrAfter(long millis) {
    long start = slots.floor(millis);
    return start == millis ? start : slots.next(start);
  }
}
