package goku.query.merge;

import goku.model.Tag;
import goku.query.Grouping;
import goku.query.SeriesPartial;
import goku.query.SeriesStages;
import goku.query.histogram.HistogramSums;
import goku.query.partial.Accumulator;
import goku.query.partial.Contribution.Accumulated;
import goku.query.partial.Contribution.Members;
import goku.query.partial.Contribution.Summed;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The last step of a query: turns a group with all its parts into its form in the answer. The
/// result depends on the series only, not on their distribution or order of arrival. Owned by one
/// thread.
public final class GroupFinisher {
  private final GroupAggregation aggregation;
  private final @Nullable SeriesJoin join;
  private final boolean ordered;

  /// Creates a finisher whose memory nobody counts.
  ///
  /// @param parts the stages of series that come in several parts, later times after earlier ones;
  ///   null if series come whole and after their stages
  public GroupFinisher(Grouping grouping, @Nullable SeriesStages parts) {
    this(grouping, parts, _ -> {}, _ -> {});
  }

  /// Creates a finisher that counts the memory by which series grow in their stages, such as by the
  /// values that a downsampler fills in.
  ///
  /// @param parts as above
  /// @param buffers called with the bytes by which buffers grow that stay from group to group,
  ///   before they do
  /// @param results called with the bytes of joined series and of their result, before they are
  ///   allocated
  public GroupFinisher(
      Grouping grouping, @Nullable SeriesStages parts, LongConsumer buffers, LongConsumer results) {
    aggregation =
        new GroupAggregation(grouping.aggregator(), grouping.rates(), grouping.window().range());
    ordered = grouping.aggregator().dependsOnOrder();
    join = parts == null ? null : new SeriesJoin(parts, buffers, results);
  }

  public GroupResult finish(GroupPartial group) {
    return switch (group.contribution()) {
      case Members(List<SeriesPartial> series) ->
          result(group, aggregation.apply(whole(series)), null);
      case Accumulated(Accumulator state) -> result(group, points(state), null);
      case Summed(HistogramSums sums) -> result(group, new AggregatedPoints(true, 0), sums);
    };
  }

  private static GroupResult result(
      GroupPartial group, AggregatedPoints points, @Nullable HistogramSums histograms) {
    return new GroupResult(
        group.tags().common(),
        group.tags().differing(),
        members(group.members()),
        "",
        points,
        histograms);
  }

  private static List<List<Tag>> members(List<List<Tag>> all) {
    return all.size() < 2 ? all : all.stream().distinct().sorted(GroupKey::compare).toList();
  }

  /// Returns the whole series, ordered by name where the aggregator depends on the order (first,
  /// last, diff).
  private List<SeriesPartial> whole(List<SeriesPartial> series) {
    if (join == null && !ordered) {
      return series;
    }
    List<SeriesPartial> sorted = new ArrayList<>(series);
    sorted.sort((a, b) -> GroupKey.compare(a.tags(), b.tags()));
    return join == null ? sorted : join.apply(sorted);
  }

  private AggregatedPoints points(Accumulator state) {
    var points = new AggregatedPoints(state.integers(), state.slots());
    for (int slot = 0; slot < state.slots(); slot++) {
      if (!state.present(slot)) {
        continue;
      }
      if (state.integers()) {
        points.addLong(state.time(slot), state.longValue(slot));
      } else {
        points.addDouble(state.time(slot), aggregation.finite(state.time(slot), state.value(slot)));
      }
    }
    return points;
  }
}
