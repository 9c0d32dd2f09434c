package goku.cluster.input;

import goku.cluster.ClusterClient;
import goku.kafka.input.InputLag;
import goku.service.ClusterException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The ingestors' lag as the leading controller published it last. Keeps the last one while
/// ZooKeeper or all controllers are unavailable. Thread-safe.
///
/// The age of an entry is measured from its arrival, because the clocks of controller and root may
/// differ. Only the entry that is found at the start is as old as its own time says.
public final class InputLagFollower implements AutoCloseable {
  /// The age from which an entry no longer tells the lag: two writes were missed, and a controller
  /// that takes over would have written.
  static final Duration STALE = Duration.ofSeconds(30);

  private static final String NODES = "/goku/nodes";
  private static final Logger LOG = LoggerFactory.getLogger(InputLagFollower.class);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

  private final LongSupplier nanoTime;
  private final InstantSource clock;
  private final Counter unreadable;
  private final CountDownLatch loaded = new CountDownLatch(2);
  private final CuratorCache entry;
  private final CuratorCache nodes;
  private volatile @Nullable Published last;

  /// The time of the last write of the living nodes, which every version of controllers writes.
  private volatile long nodesNanos;

  private record Published(InputLag lag, long writtenNanos) {}

  /// Returns once the currently published lag is known.
  public InputLagFollower(ClusterClient cluster, MeterRegistry registry, InstantSource clock) {
    this(cluster, registry, clock, System::nanoTime);
  }

  InputLagFollower(
      ClusterClient cluster, MeterRegistry registry, InstantSource clock, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.clock = clock;
    unreadable = registry.counter("goku.cluster.unreadable", "entry", "input-lag");
    nodesNanos = nanoTime.getAsLong() - STALE.toNanos() - 1;
    entry = watch(cluster, InputLagPublisher.PATH);
    nodes = watch(cluster, NODES);
    awaitLoaded();
  }

  /// Returns the lower bound for the lag of every shard, in milliseconds; 0 if no controller has
  /// ever published one.
  public long lagMillis() {
    Published published = last;
    if (published == null) {
      return 0;
    }
    long age = nanoTime.getAsLong() - published.writtenNanos;
    if (age <= STALE.toNanos()) {
      return published.lag.lagMillis();
    }
    boolean hasOldController = nanoTime.getAsLong() - nodesNanos <= STALE.toNanos();
    return hasOldController ? 0 : published.lag.lagMillis() + TimeUnit.NANOSECONDS.toMillis(age);
  }

  /// Returns the published lag; empty if there is none.
  public Optional<InputLag> published() {
    return Optional.ofNullable(last).map(Published::lag);
  }

  private CuratorCache watch(ClusterClient cluster, String path) {
    CuratorCache cache =
        CuratorCache.build(cluster.curator(), path, CuratorCache.Options.SINGLE_NODE_CACHE);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreates(this::put)
                .forChanges((_, changed) -> put(changed))
                .forInitialized(loaded::countDown)
                .build());
    cache.start();
    return cache;
  }

  private void put(ChildData data) {
    try {
      long written = writtenNanos(InputLagJson.writtenAt(data.getData()));
      if (data.getPath().equals(NODES)) {
        nodesNanos = written;
      } else {
        last = new Published(InputLagJson.read(data.getData()), written);
      }
    } catch (IOException failed) {
      unreadable.increment();
      LOG.warn("input lag unreadable, keeping the previous one path={}", data.getPath(), failed);
    }
  }

  private long writtenNanos(long atMillis) {
    long age = loaded.getCount() > 0 ? Math.max(0, clock.millis() - atMillis) : 0;
    return nanoTime.getAsLong() - TimeUnit.MILLISECONDS.toNanos(age);
  }

  private void awaitLoaded() {
    try {
      if (!loaded.await(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new ClusterException(
            "cannot read %s: no answer within %s; check that ZooKeeper works"
                .formatted(InputLagPublisher.PATH, START_TIMEOUT));
      }
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw new ClusterException("cannot read the input lag, interrupted", interrupted);
    }
  }

  @Override
  public void close() {
    entry.close();
    nodes.close();
  }
}
