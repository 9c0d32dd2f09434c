package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.model.histogram.HistogramShape;
import goku.query.merge.GroupResult;
import goku.query.merge.HistogramResults;
import goku.root.fanout.Groups;
import goku.root.fanout.QueryStats;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.language.SubQuery;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The results of the groups of a query for histograms, group by group: several of each group.
/// Owned by one thread.
final class HistogramGroups implements Groups {
  private final Groups groups;
  private final HistogramOptions options;
  private @Nullable HistogramResults current;

  private HistogramGroups(Groups groups, HistogramOptions options) {
    this.groups = groups;
    this.options = options;
  }

  /// Returns the results of each sub query: those of histograms, and the groups of others
  /// themselves.
  static List<Groups> of(List<SubQuery> queries, List<? extends Groups> answer) {
    List<Groups> results = new ArrayList<>();
    for (int i = 0; i < answer.size(); i++) {
      HistogramOptions options = queries.get(i).histograms();
      Groups groups = answer.get(i);
      results.add(options == null ? groups : new HistogramGroups(groups, options));
    }
    return results;
  }

  @Override
  public @Nullable GroupResult next() throws InterruptedException {
    while (true) {
      GroupResult result = current == null ? null : current.next();
      if (result != null) {
        return result;
      }
      GroupResult group = groups.next();
      if (group == null) {
        return null;
      }
      current = new HistogramResults(group, options.percentiles(), options.ranges());
      if (current.hasTooManyRanges()) {
        throw new HttpError(
            413,
            "cannot list the ranges of a group: they are more than %d; select histograms with the same ranges by filters"
                .formatted(HistogramShape.MAX_LISTED));
      }
    }
  }

  @Override
  public QueryStats stats() {
    return groups.stats();
  }

  @Override
  public void check() {
    groups.check();
  }
}
