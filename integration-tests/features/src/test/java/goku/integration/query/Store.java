package goku.integration.query;

import goku.model.SeriesName;
import goku.model.ShardId;
import goku.query.shard.ShardData;
import java.util.Optional;

/// The shards of an arrangement, filled first and then read.
interface Store extends AutoCloseable {
  void put(ShardId shard, SeriesName name, long timestampMillis, double value);

  Optional<ShardData> shard(ShardId shard);

  @Override
  void close();
}
