package goku.root.planning;

import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.Resolution;
import goku.query.SeriesFilter;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One sub query: what series, what is done with each, and how they are aggregated.
///
/// @param metric of all series
/// @param series which of them
/// @param members the tags of each series of a group are wanted
/// @param rawWhereKept rollups are read only where raw datapoints are gone
public record SeriesQuery(
    String metric,
    SeriesFilter series,
    Aggregator aggregator,
    @Nullable Downsample downsample,
    @Nullable RateOptions rate,
    TimeRange range,
    boolean members,
    boolean rawWhereKept) {
  /// The same query that wants the tags of each series of a group.
  public SeriesQuery withMembers() {
    return new SeriesQuery(metric, series, aggregator, downsample, rate, range, true, rawWhereKept);
  }

  /// The same query of another range.
  public SeriesQuery over(TimeRange other) {
    return new SeriesQuery(
        metric, series, aggregator, downsample, rate, other, members, rawWhereKept);
  }

  public QueryWindow window() {
    return QueryWindow.of(range, downsample);
  }

  /// How many buckets every series will have or be walked through, whether it has datapoints in
  /// them or not.
  public long bucketsPerSeries() {
    if (downsample == null || !(downsample.interval() instanceof Interval.Buckets buckets)) {
      return 0;
    }
    boolean walked = buckets instanceof Interval.Calendar || downsample.fill() != FillPolicy.NONE;
    TimeRange read = window().read();
    return walked ? (read.endMillis() - read.startMillis()) / buckets.lengthMillis() : 0;
  }

  SeriesStages stages() {
    return new SeriesStages(downsample, rate, window());
  }

  Resolution resolution() {
    Resolution resolution = Resolution.of(downsample, window());
    return rawWhereKept ? resolution.rawWhereKept() : resolution;
  }

  Grouping grouping() {
    return new Grouping(
        series.filters().stream()
            .filter(TagFilter::groupBy)
            .map(TagFilter::key)
            .collect(Collectors.toSet()),
        aggregator,
        rate != null,
        window(),
        members);
  }
}
