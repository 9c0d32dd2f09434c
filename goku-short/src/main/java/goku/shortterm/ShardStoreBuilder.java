package goku.shortterm;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.streams.state.StoreBuilder;

/// Makes the store of each task. There is nothing to cache, and the log is the input topic.
record ShardStoreBuilder(String name, Supplier<ShardStore> stores)
    implements StoreBuilder<ShardStore> {
  @Override
  public ShardStore build() {
    return stores.get();
  }

  @Override
  public StoreBuilder<ShardStore> withCachingEnabled() {
    return this;
  }

  @Override
  public StoreBuilder<ShardStore> withCachingDisabled() {
    return this;
  }

  @Override
  public StoreBuilder<ShardStore> withLoggingEnabled(Map<String, String> config) {
    return this;
  }

  @Override
  public StoreBuilder<ShardStore> withLoggingDisabled() {
    return this;
  }

  @Override
  public Map<String, String> logConfig() {
    return Map.of();
  }

  @Override
  public boolean loggingEnabled() {
    return false;
  }
}
