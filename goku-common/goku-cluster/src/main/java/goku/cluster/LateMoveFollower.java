package goku.cluster;

import goku.model.LateMove;
import goku.model.Live;
import goku.model.Namespaces;
import goku.service.ClusterException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The namespaces that a root queries: those in force, with the old namespaces of late moves. Keeps
/// the last known moves while ZooKeeper is unavailable. Thread-safe.
public final class LateMoveFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LateMoveFollower.class);

  private final Live<Namespaces> inForce;
  private final Live<Namespaces> queried;
  private final Counter unreadable;
  private final EntryWatch watch;

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
    watch = EntryWatch.ofEntries(cluster, this::put, LateMoveRegistry.PATH);
    watch.start();
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

  @Override
  public void close() {
    watch.close();
  }
}
