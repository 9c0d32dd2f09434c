package goku.root.planning;

import goku.model.Namespace;
import goku.model.SeriesId;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.Store;
import goku.model.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;

/// A part of a query's time that one store of one namespace has.
///
/// @param split the split that it is a part of
record Portion(Namespace namespace, Store store, TimeRange range, StoreSplit split) {
  /// Returns the range as one or two portions, in ascending order.
  static List<Portion> of(Namespace namespace, TimeRange range, StoreSplit split) {
    long at = split.atMillis();
    if (range.startMillis() >= at) {
      return List.of(new Portion(namespace, Store.SHORT_TERM, range, split));
    }
    if (range.endMillis() < at) {
      return List.of(new Portion(namespace, Store.LONG_TERM, range, split));
    }
    var before = new TimeRange(range.startMillis(), at - 1);
    var after = new TimeRange(at, range.endMillis());
    return List.of(
        new Portion(namespace, Store.LONG_TERM, before, split),
        new Portion(namespace, Store.SHORT_TERM, after, split));
  }

  /// Returns the portion in parts, in ascending order.
  ///
  /// @param starts the starts of all parts but the first, within the range
  List<Portion> cutAt(SortedSet<Long> starts) {
    List<Portion> parts = new ArrayList<>();
    long from = range.startMillis();
    for (long start : starts) {
      parts.add(new Portion(namespace, store, new TimeRange(from, start - 1), split));
      from = start;
    }
    parts.add(new Portion(namespace, store, new TimeRange(from, range.endMillis()), split));
    return parts;
  }

  /// Returns the shards that can have series of the metric.
  List<ShardId> shardsOfMetric(long metricHash) {
    return store == Store.LONG_TERM
        ? namespace.diskShardsOfMetric(metricHash)
        : namespace.shardsOfMetric(metricHash);
  }

  /// Returns the shard that has the series if its metric belongs to the namespace.
  ShardId shardOf(SeriesId series) {
    Sharding sharding = store == Store.LONG_TERM ? namespace.diskSharding() : namespace.sharding();
    return namespace.shard(series.shardIn(sharding));
  }

  Stream<ShardId> allShards() {
    return namespace.shards(store);
  }
}
