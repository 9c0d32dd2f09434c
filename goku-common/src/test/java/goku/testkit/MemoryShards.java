package goku.testkit;

import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.query.ShardData;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// All shards of some namespaces in memory. Datapoints go where the ingestor would send them.
public final class MemoryShards {
  private final Namespaces namespaces;
  private final Map<ShardId, MemoryShard> shards = new ConcurrentHashMap<>();

  public MemoryShards(Namespaces namespaces) {
    this.namespaces = namespaces;
    for (Namespace namespace : namespaces.all()) {
      namespace.allShards().forEach(shard -> shards.put(shard, new MemoryShard()));
    }
  }

  public void put(SeriesName name, long timestampMillis, double value) {
    Namespace namespace = namespaces.of(name.metric(), timestampMillis);
    ShardId id = namespace.shard(namespace.sharding().shardOf(name.metricHash(), name.hash()));
    get(id).put(name, timestampMillis, value);
  }

  /// The shard itself, for what only tests may do with it.
  public MemoryShard get(ShardId id) {
    MemoryShard shard = shards.get(id);
    if (shard == null) {
      throw new IllegalStateException("no shard " + id);
    }
    return shard;
  }

  public Optional<ShardData> shard(ShardId id) {
    return Optional.ofNullable(shards.get(id));
  }
}
