package goku.cluster.block;

import goku.cluster.ClusterClient;
import goku.fault.TroubleLog;
import goku.model.Block;
import goku.model.Blocklist;
import goku.model.Live;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// What is blocked, as a process follows it: told of a change by ZooKeeper, and asking itself now
/// and then in case that was lost. A list that cannot be read is refused as a whole, logged and
/// counted as `goku.blocklist.refused`; the one before it stays in force, and so it does while
/// ZooKeeper is away. Thread-safe; `start` and `close` are called once.
public final class BlocklistFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlocklistFollower.class);

  /// After a failure, and when nothing was heard of a change.
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  private final BlockRegistry registry;
  private final Live<Blocklist> live = new Live<>(Blocklist.NONE);
  private final Counter refused;
  private final CuratorCache cache;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("blocklist").factory());

  /// The last change that was looked at. Guarded by this.
  private long changeId = StoredBlocks.ABSENT;

  /// What was blocked before stays blocked meanwhile.
  private final TroubleLog trouble = new TroubleLog(LOG, Level.WARN, "blocklist read failure", "");

  public BlocklistFollower(ClusterClient cluster, MeterRegistry meters) {
    registry = new BlockRegistry(cluster);
    cache =
        CuratorCache.build(
            cluster.curator(), BlockRegistry.PATH, CuratorCache.Options.SINGLE_NODE_CACHE);
    refused =
        Counter.builder("goku.blocklist.refused")
            .description("lists of blocked metrics that could not be read")
            .register(meters);
    Gauge.builder("goku.blocklist.rules", live, now -> now.current().rules().size())
        .description("rules in force that block metrics")
        .register(meters);
  }

  /// Begins to follow. When it returns, what is blocked now is known, if ZooKeeper answers.
  public void start() {
    look();
    cache.listenable().addListener((type, before, after) -> lookSoon());
    cache.start();
    var _ =
        thread.scheduleWithFixedDelay(
            this::look, LOOK_AGAIN.toMillis(), LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
  }

  public Live<Blocklist> blocklist() {
    return live;
  }

  /// Changes the list for the whole deployment, see `BlockRegistry.change`. When it returns, this
  /// process follows the change.
  public List<Block> change(UnaryOperator<List<Block>> change) {
    List<Block> after = registry.change(change);
    look();
    return after;
  }

  @Override
  public void close() {
    cache.close();
    thread.shutdownNow();
  }

  /// Not on the thread of ZooKeeper's events, which must not wait for ZooKeeper.
  private void lookSoon() {
    try {
      thread.execute(this::look);
    } catch (RejectedExecutionException closed) {
      LOG.debug("a change of what is blocked came after the end", closed);
    }
  }

  private void look() {
    try {
      refresh();
      trouble.end();
    } catch (Exception failed) {
      trouble.begin(failed.toString(), failed);
    }
  }

  /// One at a time: ZooKeeper never shows a session an older list after a newer one.
  private synchronized void refresh() throws Exception {
    long now = registry.changeId();
    if (now == changeId) {
      return;
    }
    try {
      StoredBlocks stored = registry.stored();
      live.replace(
          new Blocklist(stored.blocks().stream().map(Block::rule).collect(Collectors.toSet())));
      changeId = stored.changeId();
      LOG.info("{} rules block metrics", live.current().rules().size());
    } catch (IOException unreadable) {
      refused.increment();
      changeId = now;
      LOG.error(
          "{} is no list of blocked metrics and is refused; what was blocked before stays",
          BlockRegistry.PATH,
          unreadable);
    }
  }
}
