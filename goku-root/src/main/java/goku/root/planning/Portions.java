package goku.root.planning;

import goku.model.Holes;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.model.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The portions of a range that are asked for separately: those of the two stores, each cut where
/// no replica of a shard has all of it. Thread-safe.
///
/// @param hasLongTerm whether the cluster has GokuL
record Portions(Boundary boundary, boolean hasLongTerm) {
  /// The limit of the cuts of a portion. Each costs a call to every shard, and the root joins more.
  private static final int MOST_CUTS = 16;

  /// Returns the portions of all shards, in ascending order. They are not cut: a call to all shards
  /// would be cut by the holes of each.
  List<Portion> of(Namespace namespace, TimeRange range) {
    StoreSplit split = hasLongTerm ? boundary.of(namespace) : StoreSplit.ALL_IN_MEMORY;
    return Portion.of(namespace, range, split);
  }

  /// Returns the portions for the shards that can have series of a metric, in ascending order.
  List<Portion> of(Namespace namespace, long metricHash, TimeRange range) {
    StoreSplit split = hasLongTerm ? boundary.of(namespace, metricHash) : StoreSplit.ALL_IN_MEMORY;
    List<Portion> portions = new ArrayList<>();
    for (Portion portion : Portion.of(namespace, range, split)) {
      SortedSet<Long> cuts = cuts(portion, metricHash);
      portions.addAll(cuts.isEmpty() ? List.of(portion) : portion.cutAt(cuts));
    }
    return portions;
  }

  private SortedSet<Long> cuts(Portion portion, long metricHash) {
    SortedSet<Long> cuts = new TreeSet<>();
    for (ShardId shard : portion.shardsOfMetric(metricHash)) {
      List<Holes> replicas = boundary.holdings().holes(portion.store(), shard);
      cuts.addAll(HoleCuts.of(portion.range(), replicas));
    }
    while (cuts.size() > MOST_CUTS) {
      cuts.removeLast();
    }
    return cuts;
  }
}
