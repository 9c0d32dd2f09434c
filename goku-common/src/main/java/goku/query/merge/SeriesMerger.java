package goku.query.merge;

import goku.model.Tag;
import goku.query.Aggregator;
import goku.query.SeriesPartial;
import goku.query.SeriesPipeline;
import goku.query.SeriesStages;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Makes the groups of an answer from the series of all shards (section 4.7 of the paper). The
/// result depends on the series alone, not on how they were spread or in which order they came.
public final class SeriesMerger {
  private final Grouping grouping;

  public SeriesMerger(Grouping grouping) {
    this.grouping = grouping;
  }

  /// Groups in ascending order of their group-by tags.
  public List<GroupResult> merge(List<SeriesPartial> series) {
    var ranks = new TagRanks(series);
    return groups(sorted(series, ranks), ranks);
  }

  /// The same for series of which several can be parts of one, later parts in later lists, and
  /// whose stages are still to be run.
  public List<GroupResult> mergeParts(List<SeriesPartial> parts, SeriesStages stages) {
    var ranks = new TagRanks(parts);
    var join = new SeriesJoin(new SeriesPipeline(stages));
    return groups(join.apply(sorted(parts, ranks)), ranks);
  }

  private static List<RankedSeries> sorted(List<SeriesPartial> series, TagRanks ranks) {
    List<RankedSeries> sorted = new ArrayList<>(series.size());
    for (SeriesPartial one : series) {
      sorted.add(new RankedSeries(ranks.of(one), one));
    }
    sorted.sort(null);
    return sorted;
  }

  private List<GroupResult> groups(List<RankedSeries> sorted, TagRanks ranks) {
    Map<IntBuffer, List<RankedSeries>> groups = new TreeMap<>();
    for (RankedSeries one : sorted) {
      groups.computeIfAbsent(groupOf(one, ranks), key -> new ArrayList<>()).add(one);
    }
    var aggregation =
        new GroupAggregation(grouping.aggregator(), grouping.rates(), grouping.window().range());
    return groups.values().stream().map(members -> result(members, ranks, aggregation)).toList();
  }

  /// The group-by tags of the series; compares as a list of numbers.
  private IntBuffer groupOf(RankedSeries series, TagRanks ranks) {
    if (grouping.aggregator() == Aggregator.NONE) {
      return IntBuffer.wrap(series.ranks());
    }
    return IntBuffer.wrap(
        Arrays.stream(series.ranks())
            .filter(rank -> grouping.by().contains(ranks.tag(rank).key()))
            .toArray());
  }

  private static GroupResult result(
      List<RankedSeries> members, TagRanks ranks, GroupAggregation aggregation) {
    List<Tag> tags = new ArrayList<>();
    List<String> aggregateTags = new ArrayList<>();
    commonTags(members, ranks, tags, aggregateTags);
    List<SeriesPartial> series = members.stream().map(RankedSeries::series).toList();
    return new GroupResult(
        tags,
        aggregateTags,
        series.stream().map(SeriesPartial::tags).toList(),
        aggregation.apply(series));
  }

  private static void commonTags(
      List<RankedSeries> members, TagRanks ranks, List<Tag> tags, List<String> aggregateTags) {
    int[] first = new int[ranks.keyCount()];
    boolean[] several = new boolean[first.length];
    Arrays.fill(first, -1);
    for (RankedSeries member : members) {
      for (int rank : member.ranks()) {
        int key = ranks.keyOf(rank);
        several[key] |= first[key] >= 0 && first[key] != rank;
        first[key] = rank;
      }
    }
    for (int key = 0; key < first.length; key++) {
      if (several[key]) {
        aggregateTags.add(ranks.tag(first[key]).key());
      } else if (first[key] >= 0) {
        tags.add(ranks.tag(first[key]));
      }
    }
  }
}
