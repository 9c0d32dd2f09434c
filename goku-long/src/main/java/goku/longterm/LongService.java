package goku.longterm;

import goku.fault.TroubleLog;
import goku.longterm.bulkload.DeleteIntake;
import goku.longterm.bulkload.Poller;
import goku.longterm.tier.RocksResources;
import goku.longterm.tier.ShardStore;
import goku.model.CurrentNamespaces;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.objectstore.ObjectStore;
import goku.objectstore.S3BucketMaker;
import goku.objectstore.S3ObjectStore;
import goku.query.shard.ShardData;
import goku.rpc.ShardHealth;
import goku.service.LiveFollower;
import goku.service.Service;
import goku.service.ShardHolder;
import goku.telemetry.Check;
import goku.telemetry.FreeDisk;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A GokuL node: databases for its shards of the namespaces with tiers on disk, which follow the
/// buckets that the compactor puts into S3 (section 4.6.4 of the paper). The cluster assigns and
/// releases shards while it runs (section 4.3).
///
/// `start` and `close` are called once, by one thread. The other methods are thread-safe.
public final class LongService implements ShardHolder, Service {
  private static final Logger LOG = LoggerFactory.getLogger(LongService.class);
  private static final Duration TIDY_INTERVAL = Duration.ofSeconds(30);

  private final LongConfig config;
  private final ObjectStore store;
  private final RocksResources resources;
  private final Poller poller;
  private final ReleasedShards released;
  private final OpenShards shards;
  private final ScheduledExecutorService tidying =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("goku-long-tidy").factory());
  private final TroubleLog tidyTrouble =
      new TroubleLog(LOG, Level.ERROR, "failure to clean up released shards", "");
  private final CurrentNamespaces namespaces;
  private final S3BucketMaker s3Buckets;
  private final LiveFollower<Namespaces> follower;
  private volatile boolean takesAll;
  private volatile boolean started;

  public LongService(
      LongConfig config, SharedSettings shared, MeterRegistry registry, InstantSource clock) {
    this.config = config;
    store = new S3ObjectStore(config.objectStore(), registry);
    resources = new RocksResources(config.blockCache().bytes(), registry);
    released =
        new ReleasedShards(List.of(config.hot(), config.cold()), config.keepReleased(), clock);
    poller =
        new Poller(
            store, config.pollInterval(), config.threads(), released::removeAll, registry, clock);
    namespaces = new CurrentNamespaces(shared.namespaces());
    s3Buckets = new S3BucketMaker(store);
    shards =
        new OpenShards(
            namespaces,
            (namespace, number) ->
                ShardStore.open(
                    namespace, number, config.hot(), config.cold(), resources, registry),
            (namespace, shard) -> DeleteIntake.of(store, namespace, shard, registry),
            poller,
            released,
            clock);
    follower =
        new LiveFollower<>(
            "long",
            "taking the shards of namespaces",
            shared.namespaces(),
            _ -> takeNew(),
            registry);
    Gauge.builder("goku.long.shards", () -> shards.ids().size())
        .description("shards of this node")
        .register(registry);
    FreeDisk.add(registry, "long", config.hot());
    Gauge.builder("goku.long.shards.released", released::count)
        .description("shards of other nodes whose files are still on this node")
        .register(registry);
  }

  /// Takes all current shards and, once started, all new ones, for a node without a cluster.
  ///
  /// @throws goku.longterm.tier.StoreException when a directory cannot be used
  public void takeAll() {
    takesAll = true;
    shards.known().forEach(shards::take);
  }

  /// Takes the shards of new namespaces, and lets go of those of removed ones. A shard that fails
  /// is retried and does not hold up others.
  private void takeNew() {
    removeNamespaces();
    // the poller reports whether S3 is reachable
    var _ = s3Buckets.make(namespaces.s3Buckets());
    RuntimeException first = null;
    for (ShardId shard : takesAll ? shards.known() : List.<ShardId>of()) {
      try {
        shards.take(shard);
      } catch (RuntimeException failed) {
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /// Starts to follow S3, which need not be reachable yet, for the shards that are taken.
  @Override
  public void start() {
    shards.releaseRest();
    poller.start();
    long millis = Math.min(TIDY_INTERVAL.toMillis(), config.keepReleased().toMillis());
    // failures are logged in the task
    var _ = tidying.scheduleWithFixedDelay(this::tidy, millis, millis, TimeUnit.MILLISECONDS);
    follower.start();
    started = true;
  }

  /// Opens the shard with its files on the disks, if any, and fills it from S3. Its health and its
  /// answers report it as incomplete until it has all buckets that S3 has.
  ///
  /// @throws IllegalArgumentException when there is no such shard
  /// @throws goku.longterm.tier.StoreException when a directory cannot be used
  @Override
  public void take(ShardId shard) {
    shards.take(shard);
  }

  /// Hides the shard from new queries, waits a limited time for queries that read it, and closes
  /// it. Its files stay for a while, so that it can return quickly.
  @Override
  public void release(ShardId shard) {
    try {
      shards.release(shard);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns the data of a shard of GokuL; empty when it is not on this node. While the shard still
  /// fills itself from S3, its answers say so.
  public Optional<ShardData> shard(ShardId id) {
    return shards.reader(id);
  }

  /// Returns what a shard does not have, or not yet; empty if it is not on this node.
  public Optional<Holes> outside(ShardId id) {
    return shards.outside(id);
  }

  /// Returns the shards of GokuL on this node.
  public Set<ShardId> shards() {
    return shards.ids();
  }

  /// Returns the health of the shards on this node: the `NodeHealth` of the node.
  public List<ShardHealth> health() {
    return shards.health();
  }

  /// Returns healthy when all buckets of the first listing of S3 are here, and nothing has failed
  /// since.
  @Override
  public Check check() {
    if (!started) {
      return Check.failed("long", "not started yet");
    }
    return follower
        .complaint()
        .or(poller::complaint)
        .map(why -> Check.failed("long", why))
        .orElseGet(() -> Check.ok("long"));
  }

  /// Loads and drops all buckets that are due, and returns afterwards.
  ///
  /// @throws RuntimeException the first failure, after all other work was tried
  public void pollOnce() {
    poller.pollOnce();
  }

  /// Closes the node after a limited wait for queries that still read.
  @Override
  public void close() {
    follower.close();
    tidying.shutdown();
    poller.close();
    shards.close();
    resources.close();
    store.close();
  }

  /// Closes shards that queries kept open, and removes files whose time has passed.
  void tidy() {
    try {
      shards.closeReleased();
      released.removeOld();
      removeNamespaces();
      tidyTrouble.end();
    } catch (RuntimeException failed) {
      tidyTrouble.beginOrChange(String.valueOf(failed.getMessage()), failed);
    }
  }

  private void removeNamespaces() {
    try {
      for (Namespace namespace : namespaces.all().removed()) {
        shards.remove(namespace);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot remove the files of a removed namespace", failed);
    }
  }
}
