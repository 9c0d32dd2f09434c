package goku.cluster.block;

import goku.cluster.ClusterClient;
import goku.cluster.EntryPoll;
import goku.cluster.ZooKeeperOutage;
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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The blocklist as this process follows it. ZooKeeper reports changes, and the process also polls
/// in case a report was lost. A list that cannot be read is rejected as a whole, logged, and
/// counted as `goku.blocklist.refused`. The previous list then stays in force, and also while
/// ZooKeeper is unavailable. `start` and `close` are called once. Thread-safe.
public final class BlocklistFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlocklistFollower.class);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  private final BlockRegistry registry;
  private final Live<Blocklist> live = new Live<>(Blocklist.NONE);
  private final Counter refused;
  private final EntryPoll poll;

  /// The last change that was examined. Guarded by this.
  private long changeId = StoredBlocks.ABSENT;

  /// Failures to read the list. The previous list stays in force meanwhile.
  private final TroubleLog trouble = new TroubleLog(LOG, Level.WARN, "blocklist read failure", "");

  public BlocklistFollower(ClusterClient cluster, MeterRegistry meters) {
    registry = new BlockRegistry(cluster);
    poll = new EntryPoll(cluster, BlockRegistry.PATH, "blocklist", LOOK_AGAIN, this::look);
    refused =
        Counter.builder("goku.blocklist.refused")
            .description("blocklists that could not be read")
            .register(meters);
    Gauge.builder("goku.blocklist.rules", live, now -> now.current().rules().size())
        .description("active rules that block metrics")
        .register(meters);
  }

  /// Starts to follow. On return, the current list is known if ZooKeeper answers.
  public void start() {
    look();
    poll.start();
  }

  public Live<Blocklist> blocklist() {
    return live;
  }

  /// Changes the list for the whole deployment; see `BlockRegistry.change`. On return, the change
  /// is in force in this process.
  public List<Block> change(UnaryOperator<List<Block>> change) {
    List<Block> after = registry.change(change);
    look();
    return after;
  }

  @Override
  public void close() {
    poll.close();
  }

  private void look() {
    try {
      refresh();
      trouble.end();
    } catch (Exception failed) {
      if (!ZooKeeperOutage.isCauseOf(failed)) {
        trouble.begin(failed.toString(), failed);
      }
    }
  }

  /// Reads a changed list. Synchronized, as ZooKeeper never shows a session an older list after a
  /// newer one.
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
      LOG.info("blocklist changed rules={}", live.current().rules().size());
    } catch (IOException unreadable) {
      if (registry.changeId() != now) {
        refresh(); // the list that could not be read may be the newer one, which counts once
        return;
      }
      refused.increment();
      changeId = now;
      LOG.error(
          "blocklist rejected, keeping the previous one path={}", BlockRegistry.PATH, unreadable);
    }
  }
}
