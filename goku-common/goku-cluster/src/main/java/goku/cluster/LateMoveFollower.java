package goku.cluster;

import goku.model.LateMove;
import goku.model.Live;
import goku.model.Namespaces;
import goku.service.ClusterException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The namespaces that a root queries: those in force, with the old namespaces of late moves. Keeps
/// the last known moves while ZooKeeper is unavailable. Thread-safe.
public final class LateMoveFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LateMoveFollower.class);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

  private final Live<Namespaces> inForce;
  private final Live<Namespaces> queried;
  private final Counter unreadable;
  private final CountDownLatch loaded = new CountDownLatch(1);
  private final CuratorCache cache;

  /// Guarded by this.
  private List<LateMove> moves = List.of();

  /// Returns once the current late moves are known.
  ///
  /// @throws ClusterException if ZooKeeper does not answer within 20 s
  public LateMoveFollower(ClusterClient cluster, Live<Namespaces> inForce, MeterRegistry registry) {
    this.inForce = inForce;
    queried = new Live<>(inForce.current());
    unreadable = registry.counter("goku.cluster.unreadable", "entry", "late-moves");
    inForce.follow(_ -> combine());
    cache =
        CuratorCache.build(
            cluster.curator(), LateMoveRegistry.PATH, CuratorCache.Options.SINGLE_NODE_CACHE);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreates(this::put)
                .forChanges((_, changed) -> put(changed))
                .forInitialized(loaded::countDown)
                .build());
    cache.start();
    awaitLoaded();
    combine();
  }

  /// Returns the namespaces to query.
  public Live<Namespaces> queried() {
    return queried;
  }

  private void put(ChildData entry) {
    try {
      List<LateMove> read = LateMoveJson.read(entry.getData());
      synchronized (this) {
        moves = read;
        combine();
      }
    } catch (IOException failed) {
      unreadable.increment();
      LOG.warn("late moves unreadable, keeping the previous ones path={}", entry.getPath(), failed);
    }
  }

  private synchronized void combine() {
    queried.replace(inForce.current().withLateMoves(moves));
  }

  private void awaitLoaded() {
    try {
      if (!loaded.await(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new ClusterException(
            "cannot read %s: no answer within %s; check that ZooKeeper works"
                .formatted(LateMoveRegistry.PATH, START_TIMEOUT));
      }
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw new ClusterException("cannot read the late moves, interrupted", interrupted);
    }
  }

  @Override
  public void close() {
    cache.close();
  }
}
