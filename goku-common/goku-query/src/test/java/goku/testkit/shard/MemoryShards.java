package goku.testkit.shard;

import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.query.shard.ShardData;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// All shards of some namespaces in memory. Datapoints are stored in the shard that the ingestor
/// would choose, or in the corresponding shard of GokuL.
public final class MemoryShards {
  private final Namespaces namespaces;
  private final Function<Namespace, Sharding> sharding;
  private final Map<ShardId, MemoryShard> shards = new ConcurrentHashMap<>();

  public MemoryShards(Namespaces namespaces) {
    this(namespaces, Namespace::sharding);
  }

  private MemoryShards(Namespaces namespaces, Function<Namespace, Sharding> sharding) {
    this.namespaces = namespaces;
    this.sharding = sharding;
    for (Namespace namespace : namespaces.all()) {
      for (int shard = 0; shard < sharding.apply(namespace).shards(); shard++) {
        shards.put(namespace.shard(shard), new MemoryShard(namespace.name()));
      }
    }
  }

  /// Returns the shards of GokuL.
  public static MemoryShards ofDisk(Namespaces namespaces) {
    return new MemoryShards(namespaces, Namespace::diskSharding);
  }

  /// Stores a plain value.
  public void put(SeriesName name, long timestampMillis, double value) {
    put(name, timestampMillis, TypedValue.plain(value));
  }

  public void put(SeriesName name, long timestampMillis, TypedValue value) {
    Namespace namespace = namespaces.of(name.metric(), timestampMillis);
    int shard = sharding.apply(namespace).shardOf(name.metricHash(), name.hash());
    get(namespace.shard(shard)).put(name, timestampMillis, value);
  }

  /// Returns the shard itself, for operations reserved to tests.
  public MemoryShard get(ShardId id) {
    MemoryShard shard = shards.get(id);
    if (shard == null) {
      throw new IllegalStateException("unknown shard " + id);
    }
    return shard;
  }

  public Optional<ShardData> shard(ShardId id) {
    return Optional.ofNullable(shards.get(id));
  }
}
