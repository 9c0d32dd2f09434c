package goku.cluster;

import org.apache.curator.framework.recipes.cache.CuratorCache;

/// A running observation. Closing ends it.
public final class Watch implements AutoCloseable {
  private final CuratorCache cache;

  Watch(CuratorCache cache) {
    this.cache = cache;
  }

  @Override
  public void close() {
    cache.close();
  }
}
