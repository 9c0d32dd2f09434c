package goku.shortterm.preaggregation;

import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grid;
import goku.query.NodeQuery;
import goku.query.SeriesStages;
import goku.query.partial.PartialPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query that the cells of a rule may answer. Immutable.
///
/// @param zeros slots without a datapoint are 0
record GroupQuery(
    Rule rule,
    PartialPlan plan,
    List<TagFilter> filters,
    CellGrid grid,
    Derivation derivation,
    boolean zeros) {

  /// Returns null if no rule of the shard answers the query.
  static @Nullable GroupQuery of(PreAggregates aggregates, PartialPlan plan) {
    NodeQuery query = plan.query();
    SeriesFilter filter = query.filter();
    String metric = filter.metric();
    Rule rule = metric == null ? null : aggregates.find(metric);
    SeriesStages stages = query.stages();
    Downsample downsample = stages.downsample();
    Grid grid = plan.grid();
    if (rule == null || downsample == null || grid == null || !keepsWhatIsAsked(rule, query)) {
      return null;
    }
    CellGrid cells = CellGrid.of(stages, downsample, grid, rule.intervalMillis());
    Derivation derivation =
        cells == null
            ? null
            : Derivation.of(query.grouping().aggregator(), downsample, cells.isOneCellEach());
    return cells == null || derivation == null
        ? null
        : new GroupQuery(
            rule, plan, filter.filters(), cells, derivation, downsample.fill() == FillPolicy.ZERO);
  }

  /// Returns whether the kept tags decide which series are selected and how they are grouped, and
  /// the query needs no single series.
  private static boolean keepsWhatIsAsked(Rule rule, NodeQuery query) {
    List<String> keep = rule.definition().keep();
    SeriesFilter filter = query.filter();
    return !filter.explicitTags()
        && filter.nameHashes() == null
        && query.stages().rate() == null
        && query.stages().seam() == null
        && !query.grouping().rates()
        && !query.grouping().members()
        && keep.containsAll(query.grouping().by())
        && filter.filters().stream()
            .allMatch(one -> !(one instanceof TagFilter.NotKey) && keep.contains(one.key()));
  }
}
