package goku.shortterm;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.streams.state.StoreBuilder;

/// A builder of each task's store. It has no cache, and the log is the input topic.
record ShardStateStoreBuilder(String name, Supplier<ShardStateStore> stores)
    implements StoreBuilder<ShardStateStore> {
  @Override
  public ShardStateStore build() {
    return stores.get();
  }

  @Override
  public StoreBuilder<ShardStateStore> withCachingEnabled() {
    return this;
  }

  @Override
  public StoreBuilder<ShardStateStore> withCachingDisabled() {
    return this;
  }

  @Override
  public StoreBuilder<ShardStateStore> withLoggingEnabled(Map<String, String> config) {
    return this;
  }

  @Override
  public StoreBuilder<ShardStateStore> withLoggingDisabled() {
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
