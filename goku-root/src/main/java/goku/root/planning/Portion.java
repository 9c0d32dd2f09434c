package goku.root.planning;

import goku.model.Namespace;
import goku.model.SeriesId;
import goku.model.Sharding;
import goku.model.Store;
import goku.model.TimeRange;
import java.util.List;
import java.util.stream.Stream;

/// A part of a query's time that one store of one namespace has.
record Portion(Namespace namespace, Store store, TimeRange range) {
  /// Returns the range as one or two portions, in ascending order.
  ///
  /// @param boundaryMillis the first millisecond that GokuS answers for
  static List<Portion> of(Namespace namespace, TimeRange range, long boundaryMillis) {
    if (range.startMillis() >= boundaryMillis) {
      return List.of(new Portion(namespace, Store.SHORT_TERM, range));
    }
    if (range.endMillis() < boundaryMillis) {
      return List.of(new Portion(namespace, Store.LONG_TERM, range));
    }
    var before = new TimeRange(range.startMillis(), boundaryMillis - 1);
    var after = new TimeRange(boundaryMillis, range.endMillis());
    return List.of(
        new Portion(namespace, Store.LONG_TERM, before),
        new Portion(namespace, Store.SHORT_TERM, after));
  }

  /// Returns the shards that can have series of the metric.
  Stream<StoreShard> shardsOfMetric(long metricHash) {
    return sharding().shardsOfMetric(metricHash).mapToObj(this::shard);
  }

  /// Returns the shard that has the series if its metric belongs to the namespace.
  StoreShard shardOf(SeriesId series) {
    return shard(series.shardIn(sharding()));
  }

  Stream<StoreShard> allShards() {
    return (store == Store.LONG_TERM ? namespace.allDiskShards() : namespace.allShards())
        .map(shard -> new StoreShard(store, shard));
  }

  private Sharding sharding() {
    return store == Store.LONG_TERM ? namespace.diskSharding() : namespace.sharding();
  }

  private StoreShard shard(int number) {
    return new StoreShard(store, namespace.shard(number));
  }
}
