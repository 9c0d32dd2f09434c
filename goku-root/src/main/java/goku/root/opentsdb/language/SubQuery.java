package goku.root.opentsdb.language;

import goku.model.TagFilter;
import goku.query.RateOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A sub query as in the request, not yet checked.
///
/// @param downsample null for none
/// @param histograms the results that are wanted of histograms; null if plain values are wanted
public record SubQuery(
    String aggregator,
    SeriesSpec series,
    @Nullable String downsample,
    boolean rate,
    RateOptions rateOptions,
    RollupUsage rollups,
    @Nullable HistogramOptions histograms) {
  /// Creates a sub query for series of a metric, with automatic use of rollups.
  public SubQuery(
      String aggregator,
      String metric,
      @Nullable String downsample,
      boolean rate,
      RateOptions rateOptions,
      List<FilterSpec> filters,
      boolean explicitTags) {
    this(
        aggregator,
        SeriesSpec.named(metric, filters, explicitTags),
        downsample,
        rate,
        rateOptions,
        RollupUsage.CHOSEN,
        null);
  }

  public String metric() {
    return series.metric();
  }

  public List<FilterSpec> filters() {
    return series.filters();
  }

  public boolean explicitTags() {
    return series.explicitTags();
  }

  public List<String> tsuids() {
    return series.tsuids();
  }

  /// Returns the sub query with the metric of its identifiers.
  public SubQuery ofMetric(String metric) {
    return ofSeries(metric, tsuids());
  }

  /// Returns the sub query with other identifiers and their metric.
  public SubQuery ofSeries(String metric, List<String> others) {
    return new SubQuery(
        aggregator,
        new SeriesSpec(metric, filters(), explicitTags(), others),
        downsample,
        rate,
        rateOptions,
        rollups,
        histograms);
  }

  /// Returns the filters, all of which must match. Several `literal_or` of one key become one.
  public List<TagFilter> tagFilters() {
    List<TagFilter> result = new ArrayList<>();
    Map<String, TagFilter.LiteralOr> literals = new LinkedHashMap<>();
    for (FilterSpec spec : filters()) {
      TagFilter filter = spec.toTagFilter();
      if (spec.namesValues() && filter instanceof TagFilter.LiteralOr literal) {
        literals.merge(spec.tagk(), literal, SubQuery::unite);
      } else {
        result.add(filter);
      }
    }
    result.addAll(literals.values());
    return result;
  }

  private static TagFilter.LiteralOr unite(TagFilter.LiteralOr a, TagFilter.LiteralOr b) {
    Set<String> values = new LinkedHashSet<>(a.values());
    values.addAll(b.values());
    return new TagFilter.LiteralOr(a.key(), values, false, false, a.groupBy() || b.groupBy());
  }
}
