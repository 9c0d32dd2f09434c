package goku.longterm.bulkload;

import goku.longterm.tier.ShardStore;
import goku.longterm.tier.Window;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.tier.Manifest;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks into S3 from time to time and keeps all shards of a node as S3 has them. `start` and
/// `close` are called once; the rest is thread-safe.
public final class Poller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

  /// What passes by itself within so many looks is nobody's concern.
  private static final int WORTH_A_COMPLAINT = 3;

  private record Troubles(int looks, String message) {
    static final Troubles NONE = new Troubles(0, "");
  }

  private final ObjectStore store;
  private final InstantSource clock;
  private final Duration interval;
  private final BulkloadMetrics metrics;
  private final List<ShardFeed> feeds = new ArrayList<>();
  private final DownloadQueue downloads;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("goku-long-poll").unstarted(this::poll);
  private volatile Troubles troubles = Troubles.NONE;

  /// @param shards of each namespace on this node
  /// @param interval between two looks
  /// @param threads that bring buckets in
  public Poller(
      Map<Namespace, List<ShardStore>> shards,
      ObjectStore store,
      Duration interval,
      int threads,
      MeterRegistry registry,
      InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.interval = interval;
    metrics = BulkloadMetrics.of(registry);
    downloads = new DownloadQueue(threads);
    shards.forEach(
        (namespace, stores) -> {
          BulkloadMetrics.addGauges(registry, namespace, stores, clock);
          stores.forEach(
              shard -> feeds.add(new ShardFeed(shard, namespace, store, clock, metrics)));
        });
    registry.gauge("goku.long.downloads.waiting", downloads, DownloadQueue::size);
  }

  public void start() {
    thread.start();
  }

  /// Brings in and drops all that is due, whatever failed a moment ago.
  ///
  /// @throws RuntimeException the first thing that failed, after all the rest was tried
  public void pollOnce() {
    List<RuntimeException> failed = new ArrayList<>();
    for (CompletableFuture<Void> download : look(true, failed)) {
      try {
        var _ = download.join();
      } catch (CompletionException why) {
        failed.add(why.getCause() instanceof RuntimeException cause ? cause : why);
      }
    }
    if (!failed.isEmpty()) {
      throw failed.getFirst();
    }
  }

  /// Why the shards are not as S3 has them; empty when they are, or were a moment ago.
  public Optional<String> complaint() {
    Troubles now = troubles;
    Optional<String> first =
        feeds.stream()
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
        var _ = look(false, new ArrayList<>());
        Thread.sleep(interval);
      }
    } catch (InterruptedException e) {
      // the service closes
    }
  }

  /// @param all also what failed a moment ago
  /// @param failed gets what failed
  private List<CompletableFuture<Void>> look(boolean all, List<RuntimeException> failed) {
    List<CompletableFuture<Void>> started = new ArrayList<>();
    Map<Namespace, Optional<Collection<Window>>> finalized = new HashMap<>();
    for (ShardFeed feed : feeds) {
      Optional<Collection<Window>> windows =
          finalized.computeIfAbsent(feed.namespace(), namespace -> windows(namespace, failed));
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

  private Optional<Collection<Window>> windows(Namespace namespace, List<RuntimeException> failed) {
    try {
      return Optional.of(FinalizedWindows.of(store, namespace, clock.instant()));
    } catch (RuntimeException why) {
      failed.add(why);
      return Optional.empty();
    }
  }

  /// What S3 says now, or without it, what it said before.
  private static List<Manifest> wanted(
      ShardFeed feed, Optional<Collection<Window>> windows, List<RuntimeException> failed) {
    if (windows.isPresent()) {
      try {
        return feed.look(windows.get());
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
      if (troubles.looks > 0) {
        LOG.info("S3 can be read again");
      }
      troubles = Troubles.NONE;
      return;
    }
    metrics.pollFailures().increment();
    RuntimeException first = failed.getFirst();
    if (troubles.looks == 0) {
      LOG.error(
          "looking for new buckets fails for now, and is tried again until it does not", first);
    }
    troubles = new Troubles(troubles.looks + 1, String.valueOf(first.getMessage()));
  }
}
