package goku.integration.query;

import goku.model.SeriesName;
import goku.model.ShardId;
import goku.query.shard.ShardData;
import goku.testkit.shard.MemoryShard;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Shards that are sorted maps.
final class MemoryStore implements Store {
  private final Map<ShardId, MemoryShard> shards = new HashMap<>();

  @Override
  public void put(ShardId shard, SeriesName name, long timestampMillis, double value) {
    shards.computeIfAbsent(shard, id -> new MemoryShard()).put(name, timestampMillis, value);
  }

  @Override
  public Optional<ShardData> shard(ShardId shard) {
    return Optional.of(shards.getOrDefault(shard, new MemoryShard()));
  }

  @Override
  public void close() {}
}
