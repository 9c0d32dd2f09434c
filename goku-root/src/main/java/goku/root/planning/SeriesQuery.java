package goku.root.planning;

import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.Page;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One sub query: what series, what is done with each, and how they are aggregated.
///
/// @param metric of all series
/// @param series which of them
/// @param members the tags of each series of a group are wanted
/// @param rawWhereKept rollups are read only where raw datapoints are gone
/// @param page the part of the range that is answered, as it would be in the answer of the whole
///   range; null for all of it
public record SeriesQuery(
    String metric,
    SeriesFilter series,
    Aggregator aggregator,
    @Nullable Downsample downsample,
    @Nullable RateOptions rate,
    TimeRange range,
    boolean members,
    boolean rawWhereKept,
    @Nullable TimeRange page) {
  /// A query that is answered at once.
  public SeriesQuery(
      String metric,
      SeriesFilter series,
      Aggregator aggregator,
      @Nullable Downsample downsample,
      @Nullable RateOptions rate,
      TimeRange range,
      boolean members,
      boolean rawWhereKept) {
    this(metric, series, aggregator, downsample, rate, range, members, rawWhereKept, null);
  }

  /// The same query that wants the tags of each series of a group.
  public SeriesQuery withMembers() {
    return new SeriesQuery(
        metric, series, aggregator, downsample, rate, range, true, rawWhereKept, page);
  }

  /// The same query of another range.
  public SeriesQuery over(TimeRange other) {
    return new SeriesQuery(
        metric, series, aggregator, downsample, rate, other, members, rawWhereKept);
  }

  /// The same query, of which only a part of the range is answered; only if `canBePaged`.
  public SeriesQuery page(TimeRange part) {
    return new SeriesQuery(
        metric, series, aggregator, downsample, rate, range, members, rawWhereKept, part);
  }

  /// Whether it can be answered part by part: each step of its downsampling lies where it does
  /// whatever part of the range is read.
  public boolean canBePaged() {
    return downsample == null
        || (downsample.interval() instanceof Interval.Steps steps
            && steps.divisor(window().read()) > 0);
  }

  public QueryWindow window() {
    return QueryWindow.of(range, downsample);
  }

  /// The length of a step of its downsampling; 0 without, and where the range is one step.
  public long intervalMillis() {
    return downsample != null && downsample.interval() instanceof Interval.Steps steps
        ? steps.lengthMillis()
        : 0;
  }

  /// How many steps every series will have or be walked through, whether it has datapoints in them
  /// or not.
  public long stepsPerSeries() {
    if (downsample == null || !(downsample.interval() instanceof Interval.Steps steps)) {
      return 0;
    }
    boolean walked = steps instanceof Interval.Calendar || downsample.fill() != FillPolicy.NONE;
    Page part = pageRead();
    if (part != null) {
      return walked ? (part.toMillis() - part.fromMillis()) / steps.lengthMillis() : 0;
    }
    TimeRange read = window().read();
    return walked ? (read.endMillis() - read.startMillis()) / steps.lengthMillis() : 0;
  }

  SeriesStages stages() {
    return new SeriesStages(downsample, rate, window()).of(pageRead());
  }

  private @Nullable Page pageRead() {
    return page == null ? null : PageRead.of(this, page);
  }

  Resolution resolution() {
    Resolution resolution = Resolution.of(downsample, window());
    return rawWhereKept ? resolution.rawWhereKept() : resolution;
  }

  Grouping grouping() {
    Set<String> by = new HashSet<>();
    for (TagFilter filter : series.filters()) {
      if (filter.groupBy()) {
        by.add(filter.key());
      }
    }
    return new Grouping(
        by,
        aggregator,
        rate != null,
        page == null ? window() : new QueryWindow(page, window().read()),
        members);
  }
}
