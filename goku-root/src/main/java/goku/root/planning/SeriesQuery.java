package goku.root.planning;

import goku.model.HistogramMetric;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.model.WrittenRollup;
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

/// A sub-query: the series to read, the steps per series, and the aggregation.
///
/// @param metric the metric of all series
/// @param series the filter that selects series
/// @param members whether to return the tags of each series of a group
/// @param rollups the rollups to read
/// @param histograms whether the sums of the metric's histograms are wanted instead of its values
/// @param page the part of the range to answer, with the same values as in the answer for the whole
///   range; null for all of it
public record SeriesQuery(
    String metric,
    SeriesFilter series,
    Aggregator aggregator,
    @Nullable Downsample downsample,
    @Nullable RateOptions rate,
    TimeRange range,
    boolean members,
    RollupUse rollups,
    boolean histograms,
    @Nullable TimeRange page) {
  /// Creates a query for plain values, without pages.
  public SeriesQuery(
      String metric,
      SeriesFilter series,
      Aggregator aggregator,
      @Nullable Downsample downsample,
      @Nullable RateOptions rate,
      TimeRange range,
      boolean members,
      RollupUse rollups) {
    this(metric, series, aggregator, downsample, rate, range, members, rollups, false, null);
  }

  /// Returns this query with the tags of each series of a group.
  public SeriesQuery withMembers() {
    return new SeriesQuery(
        metric, series, aggregator, downsample, rate, range, true, rollups, histograms, page);
  }

  /// Returns this query for another range.
  public SeriesQuery over(TimeRange other) {
    return new SeriesQuery(
        metric,
        series,
        aggregator,
        downsample == null ? null : downsample.over(other),
        rate,
        other,
        members,
        rollups,
        histograms,
        null);
  }

  /// Returns this query for a part of the range. Requires `canBePaged`.
  public SeriesQuery page(TimeRange part) {
    return new SeriesQuery(
        metric, series, aggregator, downsample, rate, range, members, rollups, histograms, part);
  }

  /// Returns this query for the written rollups of its metric.
  ///
  /// @param kind the kind of rollups
  /// @param function the function that combines the rollups of a step
  SeriesQuery ofWritten(WrittenRollup kind, Aggregator function) {
    return ofMetric(
        kind.of(metric),
        downsample == null
            ? null
            : new Downsample(downsample.interval(), function, downsample.fill()));
  }

  /// Returns this query for the series of another metric with the same tags.
  public SeriesQuery ofMetric(String other) {
    return ofMetric(other, downsample);
  }

  private SeriesQuery ofMetric(String other, @Nullable Downsample steps) {
    return new SeriesQuery(
        other,
        new SeriesFilter(other, series.filters(), series.explicitTags(), series.nameHashes()),
        aggregator,
        steps,
        rate,
        range,
        members,
        rollups,
        histograms,
        page);
  }

  /// Returns this query for the series that have the histograms of its metric.
  ///
  /// @throws IllegalStateException unless histograms are wanted
  public SeriesQuery ofHistograms() {
    if (!histograms) {
      throw new IllegalStateException("BUG: a query for plain values of " + metric);
    }
    return ofMetric(HistogramMetric.of(metric));
  }

  /// Returns whether the query can be answered in pages: the steps of its downsampling do not
  /// depend on the part of the range that is read. Histograms are never answered in pages, of which
  /// each would have other ranges.
  public boolean canBePaged() {
    return !histograms
        && (downsample == null
            || (downsample.interval() instanceof Interval.Steps steps
                && steps.divisor(window().read()) > 0));
  }

  public QueryWindow window() {
    return QueryWindow.of(range, downsample);
  }

  /// Returns the length of a downsampling step; 0 without downsampling or if the range is one step.
  public long intervalMillis() {
    return downsample != null && downsample.interval() instanceof Interval.Steps steps
        ? steps.lengthMillis()
        : 0;
  }

  /// Returns the number of steps that are computed or iterated over for every series, with or
  /// without datapoints.
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
    Resolution resolution =
        histograms && downsample == null
            ? new Resolution(Resolution.Value.SUM, 0) // rollups of histograms are sums
            : Resolution.of(downsample, window());
    return rollups == RollupUse.RAW ? resolution.rawWhereKept() : resolution;
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
