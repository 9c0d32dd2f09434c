package goku.longterm;

import goku.longterm.bulkload.DeleteIntake;
import goku.longterm.bulkload.Poller;
import goku.longterm.tier.RocksResources;
import goku.longterm.tier.ShardStore;
import goku.model.CurrentNamespaces;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.objectstore.ObjectStore;
import goku.objectstore.S3BucketMaker;
import goku.query.shard.ShardData;
import goku.rpc.ShardHealth;
import goku.service.LiveFollower;
import goku.service.Service;
import goku.service.ShardHolder;
import goku.telemetry.Check;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
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

/// A GokuL node, put together: databases for its shards of the namespaces with tiers on disk, which
/// follow what the compactor puts into S3 (section 4.6.4 of the paper). Shards come and go while it
/// runs, as the cluster says (section 4.3).
///
/// `start` and `close` are called once, by one thread; the rest is thread-safe.
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
  private final CurrentNamespaces namespaces;
  private final S3BucketMaker s3Buckets;
  private final LiveFollower<Namespaces> follower;
  private volatile boolean takesAll;
  private volatile boolean started;

  public LongService(
      LongConfig config, SharedSettings shared, MeterRegistry registry, InstantSource clock) {
    this.config = config;
    store = new ObjectStore(config.objectStore(), registry);
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
        .description("shards that the node has")
        .register(registry);
    Gauge.builder("goku.long.shards.released", released::count)
        .description("shards whose files are here while they are another node's")
        .register(registry);
  }

  /// Takes all shards that there are and, once started, those that come, for a node that is alone.
  ///
  /// @throws goku.longterm.tier.StoreException when a directory cannot be used
  public void takeAll() {
    takesAll = true;
    shards.known().forEach(shards::take);
  }

  /// Those of a namespace that came a moment ago. One that fails is tried again, and keeps no other
  /// from being taken.
  private void takeNew() {
    // whether S3 answers, the poller tells
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

  /// Begins to follow S3, which need not answer yet, for the shards that are taken.
  @Override
  public void start() {
    shards.releaseRest();
    poller.start();
    long millis = Math.min(TIDY_INTERVAL.toMillis(), config.keepReleased().toMillis());
    // what fails in it is logged there
    var _ = tidying.scheduleWithFixedDelay(this::tidy, millis, millis, TimeUnit.MILLISECONDS);
    follower.start();
    started = true;
  }

  /// Opens the shard with what is on the disks of it, which may be nothing, and fills it from S3.
  /// Until all that S3 has is here, its health and its answers say so.
  ///
  /// @throws IllegalArgumentException when there is no such shard
  /// @throws goku.longterm.tier.StoreException when a directory cannot be used
  @Override
  public void take(ShardId shard) {
    shards.take(shard);
  }

  /// Queries that begin from now on do not find the shard. Waits for those that read it, though not
  /// for ever, and closes it. Its files stay for a while, so that it can come back quickly.
  @Override
  public void release(ShardId shard) {
    try {
      shards.release(shard);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The data of a shard of GokuL; empty when it is not on this node. It may still be filling
  /// itself from S3, which its answers then say.
  public Optional<ShardData> shard(ShardId id) {
    return shards.reader(id);
  }

  /// The shards of GokuL on this node.
  public Set<ShardId> shards() {
    return shards.ids();
  }

  /// How the shards on this node are; this is the `NodeHealth` of the node.
  public List<ShardHealth> health() {
    return shards.health();
  }

  /// Healthy when all that S3 had when it was first read is here, and nothing fails since.
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

  /// Brings in and drops all that is due, and returns when that is done.
  ///
  /// @throws RuntimeException the first thing that failed, after all the rest was tried
  public void pollOnce() {
    poller.pollOnce();
  }

  /// Waits for queries that are still reading.
  @Override
  public void close() {
    follower.close();
    tidying.shutdown();
    poller.close();
    shards.close();
    resources.close();
    store.close();
  }

  /// Closes what queries kept open, and removes files whose time has passed.
  void tidy() {
    try {
      shards.closeReleased();
      released.removeOld();
    } catch (RuntimeException failed) {
      LOG.error("released shards could not be tidied up; it is tried again", failed);
    }
  }
}
