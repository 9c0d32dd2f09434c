package goku.shortterm.read;

import goku.memory.Reclaimer;
import goku.query.usage.MetricUsages;
import goku.query.usage.ShardUsage;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.rpc.ShardUnavailableException;
import goku.shortterm.shard.Shard;
import java.util.List;
import java.util.function.Supplier;

/// The usage of a shard by its writers, counted under a pin. A closed shard is a
/// `ShardUnavailableException`. Thread-safe.
record PinnedUsage(Shard shard) implements ShardUsage {
  @Override
  public MetricUsages metrics(String prefix) {
    return pinned(() -> shard.usage().metrics(prefix));
  }

  @Override
  public List<TagKeyUsage> tagKeys(String metric) {
    return pinned(() -> shard.usage().tagKeys(metric));
  }

  @Override
  public List<TagValueUsage> tagValues(String metric, String key) {
    return pinned(() -> shard.usage().tagValues(metric, key));
  }

  private <T> T pinned(Supplier<T> work) {
    try (Reclaimer.Pin _ = shard.reclaimer().pin()) {
      if (shard.isClosed()) {
        throw new ShardUnavailableException(shard.id());
      }
      return work.get();
    }
  }
}
