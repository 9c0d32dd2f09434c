package goku.longterm.bulkload;

import goku.fault.TroubleLog;
import goku.longterm.tier.ShardStore;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.objectstore.ObjectStore;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.Retention;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A poller that lists S3 periodically, and at once for an added shard, and keeps all shards of a
/// node in line with S3. `start` and `close` are called once. The other methods are thread-safe.
public final class Poller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

  /// The number of failed polls in a row after which the health check reports them.
  private static final int WORTH_A_COMPLAINT = 3;

  /// The listing of a namespace in S3.
  private record Listed(Collection<BucketKey> finalized, Optional<Retention> retention) {}

  private record Troubles(int looks, String message) {
    static final Troubles NONE = new Troubles(0, "");
  }

  private final ObjectStore store;
  private final InstantSource clock;
  private final Duration interval;
  private final BulkloadMetrics metrics;

  /// The stores by the name of the namespace.
  private final Map<String, List<ShardStore>> stores = new ConcurrentHashMap<>();

  /// The number of tiers of each namespace that have gauges.
  private final Map<String, Integer> measured = new ConcurrentHashMap<>();

  /// The time for which GokuS keeps datapoints of each namespace.
  private final Map<String, Duration> memoryTtls = new ConcurrentHashMap<>();

  private final MeterRegistry registry;
  private final Runnable makeRoom;
  private final Map<ShardId, ShardFeed> feeds = new ConcurrentSkipListMap<>(ShardId.BY_NUMBER);
  private final BlockingQueue<ShardFeed> added = new LinkedBlockingQueue<>();
  private final DownloadQueue downloads;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("goku-long-poll").unstarted(this::poll);
  private final TroubleLog log = new TroubleLog(LOG, Level.ERROR, "S3 poll failure", "");
  private volatile Troubles troubles = Troubles.NONE;

  /// Creates a poller without shards.
  ///
  /// @param interval time between two polls
  /// @param threads number of download threads
  /// @param makeRoom action that frees disk space
  public Poller(
      ObjectStore store,
      Duration interval,
      int threads,
      Runnable makeRoom,
      MeterRegistry registry,
      InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.interval = interval;
    metrics = BulkloadMetrics.of(registry);
    downloads = new DownloadQueue(threads);
    this.registry = registry;
    this.makeRoom = makeRoom;
    registry.gauge("goku.long.downloads.waiting", downloads, DownloadQueue::size);
  }

  public void start() {
    thread.start();
  }

  /// Adds a shard to those that are kept in line with S3.
  ///
  /// @param namespace gives the current namespace
  public void add(Supplier<Namespace> namespace, ShardStore shard) {
    storesOf(namespace.get()).add(shard);
    var feed = new ShardFeed(shard, namespace, store, clock, metrics, makeRoom);
    feeds.put(shard.id(), feed);
    added.add(feed);
  }

  /// Stops following S3 for the shard. Interrupts its downloads and waits for their end.
  public void remove(ShardId shard) throws InterruptedException {
    ShardFeed feed = feeds.remove(shard);
    if (feed != null) {
      feed.stop();
      storesOf(feed.namespace()).remove(feed.shard());
      downloads.cancel(shard);
    }
  }

  /// Returns whether the shard has all buckets that S3 had at the last poll.
  public boolean isComplete(ShardId shard) {
    ShardFeed feed = feeds.get(shard);
    return feed != null && feed.isComplete();
  }

  /// Loads and drops all buckets that are due, including those that failed recently.
  ///
  /// @throws RuntimeException the first failure, after all other work was tried
  public void pollOnce() {
    List<RuntimeException> failed = new ArrayList<>();
    for (CompletableFuture<Void> download : look(feeds.values(), true, failed)) {
      try {
        var _ = download.join();
      } catch (CancellationException released) {
        LOG.debug("download cancelled", released);
      } catch (CompletionException why) {
        failed.add(why.getCause() instanceof RuntimeException cause ? cause : why);
      }
    }
    if (!failed.isEmpty()) {
      throw failed.getFirst();
    }
  }

  /// Returns why the shards are not in line with S3; empty when they are, or were recently.
  public Optional<String> complaint() {
    Troubles now = troubles;
    Optional<String> first =
        feeds.values().stream()
            .flatMap(
                feed ->
                    feed.complaint().stream()
                        .map(why -> "shard %s: %s".formatted(feed.shard().id(), why)))
            .findFirst();
    boolean isWorthIt = now.looks >= WORTH_A_COMPLAINT || (first.isPresent() && now.looks > 0);
    return isWorthIt ? Optional.of(now.message) : first;
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      if (thread.isAlive()) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    downloads.close();
  }

  private void poll() {
    try {
      while (!Thread.interrupted()) {
        added.clear();
        long next = System.nanoTime() + interval.toNanos();
        var _ = look(feeds.values(), false, new ArrayList<>());
        for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
          lookAtNew(added.poll(left, TimeUnit.NANOSECONDS));
        }
      }
    } catch (InterruptedException e) {
      // the service is closing
    }
  }

  private void lookAtNew(@Nullable ShardFeed first) {
    if (first != null) {
      List<ShardFeed> come = new ArrayList<>(List.of(first));
      added.drainTo(come);
      var _ = look(come, false, new ArrayList<>());
    }
  }

  private List<ShardStore> storesOf(Namespace namespace) {
    List<ShardStore> here =
        stores.computeIfAbsent(namespace.name(), _ -> new CopyOnWriteArrayList<>());
    memoryTtls.put(namespace.name(), namespace.memoryTtl());
    int tiers = namespace.disk().map(Disk::tiers).orElse(List.of()).size();
    Integer before = measured.put(namespace.name(), tiers);
    if (before == null || before < tiers) {
      BulkloadMetrics.addGauges(registry, namespace, here, clock);
      BulkloadMetrics.addMemoryTtl(registry, namespace.name(), memoryTtls);
    }
    return here;
  }

  /// @param all whether buckets that failed recently are tried too
  /// @param failed receiver of the failures
  private List<CompletableFuture<Void>> look(
      Collection<ShardFeed> feeds, boolean all, List<RuntimeException> failed) {
    List<CompletableFuture<Void>> started = new ArrayList<>();
    Map<String, Optional<Listed>> finalized = new HashMap<>();
    for (ShardFeed feed : feeds) {
      Namespace namespace = feed.namespace();
      var _ = storesOf(namespace);
      Optional<Listed> windows =
          finalized.computeIfAbsent(namespace.name(), _ -> windows(namespace, failed));
      for (Manifest bucket : wanted(feed, windows, failed)) {
        if (all || feed.isDue(bucket)) {
          var item = new DownloadQueue.Item(feed.shard().id(), bucket.bucket());
          started.add(downloads.add(item, () -> feed.bringIn(bucket)));
        }
      }
    }
    remember(failed);
    return started;
  }

  private Optional<Listed> windows(Namespace namespace, List<RuntimeException> failed) {
    try {
      return Optional.of(
          new Listed(FinalizedFiles.of(store, namespace, clock.instant()), retention(namespace)));
    } catch (RuntimeException why) {
      failed.add(why);
      return Optional.empty();
    }
  }

  private Optional<Retention> retention(Namespace namespace) {
    return store
        .get(namespace.s3Bucket(), Retention.KEY)
        .map(json -> Retention.parse(json, Retention.KEY));
  }

  /// Returns the buckets to load by the current listing of S3 or, if that fails, by the previous
  /// one.
  private static List<Manifest> wanted(
      ShardFeed feed, Optional<Listed> windows, List<RuntimeException> failed) {
    if (windows.isPresent()) {
      try {
        return feed.look(windows.get().finalized(), windows.get().retention());
      } catch (RuntimeException why) {
        failed.add(why);
      }
    }
    try {
      return feed.settle();
    } catch (RuntimeException why) {
      failed.add(why);
      return List.of();
    }
  }

  private void remember(List<RuntimeException> failed) {
    if (failed.isEmpty()) {
      log.end();
      troubles = Troubles.NONE;
      return;
    }
    metrics.pollFailures().increment();
    RuntimeException first = failed.getFirst();
    var message = String.valueOf(first.getMessage());
    log.begin(message, first);
    troubles = new Troubles(troubles.looks + 1, message);
  }
}
