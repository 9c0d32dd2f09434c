package goku.cluster.input;

import goku.cluster.ClusterClient;
import goku.cluster.EntryWatch;
import goku.kafka.input.InputLag;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.curator.framework.recipes.cache.ChildData;
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

  private final LongSupplier nanoTime;
  private final InstantSource clock;
  private final Counter unreadable;
  private final EntryWatch watch;
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
    watch = EntryWatch.ofEntries(cluster, this::put, InputLagPublisher.PATH, NODES);
    watch.start();
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
    long age = watch.isLoaded() ? 0 : Math.max(0, clock.millis() - atMillis);
    return nanoTime.getAsLong() - TimeUnit.MILLISECONDS.toNanos(age);
  }

  @Override
  public void close() {
    watch.close();
  }
}
