package goku.cluster.controller;

import goku.cluster.ClusterClient;
import goku.cluster.KnownIngestors;
import goku.cluster.LateMoveRegistry;
import goku.cluster.NamespaceRegistry;
import goku.fault.TroubleLog;
import goku.model.LateMove;
import goku.model.Namespaces;
import goku.namespace.LateMoves;
import goku.namespace.NamespacesText;
import goku.service.ClusterException;
import goku.time.TrustedClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The leading controller's duty to end moves of metrics: once every known ingestor has the
/// namespaces in force, no new datapoint goes to an old namespace. Until then roots query both.
/// Removes moves whose datapoints have expired. Owned by one thread; the gauge may be read by any.
final class UnconfirmedMoves {
  private static final Logger LOG = LoggerFactory.getLogger(UnconfirmedMoves.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /// The number of looks until missing confirmations are reported. Processes may take 5 s.
  private static final int PATIENCE = 10;

  private final ClusterClient cluster;
  private final LateMoveRegistry moves;
  private final NamespaceRegistry namespaces;
  private final InstantSource clock;
  private final TroubleLog late =
      new TroubleLog(LOG, Level.WARN, "unconfirmed moves of metrics", "");
  private final TroubleLog trouble =
      new TroubleLog(LOG, Level.WARN, "failure to confirm moves of metrics", "");
  private long lookedNanos = System.nanoTime() - LOOK_EVERY.toNanos();
  private int looks;
  private volatile long count;

  UnconfirmedMoves(ClusterClient cluster, MeterRegistry registry, InstantSource clock) {
    this.cluster = cluster;
    this.moves = new LateMoveRegistry(cluster);
    this.namespaces = new NamespaceRegistry(cluster);
    this.clock = clock;
    Gauge.builder("goku.cluster.moves.unconfirmed", () -> count)
        .description(
            "moved prefixes that some ingestor does not know; 0 if this process does not lead")
        .register(registry);
  }

  /// Looks at most every second.
  void tend(Namespaces inForce) {
    if (System.nanoTime() - lookedNanos < LOOK_EVERY.toNanos()) {
      return;
    }
    lookedNanos = System.nanoTime();
    try {
      look(inForce);
      trouble.end();
    } catch (ClusterException failed) {
      trouble.begin(String.valueOf(failed.getMessage()), failed);
    }
  }

  private void look(Namespaces inForce) {
    LateMoveRegistry.Stored stored = moves.read();
    List<LateMove> next =
        LateMoves.kept(stored.moves(), inForce, TrustedClock.earliestOf(clock).instant());
    count = next.stream().filter(move -> !move.isConfirmed()).count();
    if (count == 0) {
      confirmed();
    } else {
      SortedSet<String> lacking = lacking();
      if (lacking.isEmpty()) {
        next = LateMoves.confirmed(next, TrustedClock.latestMillis(clock));
      } else if (++looks > PATIENCE) {
        late.beginOrChange(
            "roots query the old namespaces too until %s confirm; start or remove them"
                .formatted(String.join(", ", lacking)),
            null);
      }
    }
    if (!next.equals(stored.moves())) {
      // if another process was faster, the next look decides
      var _ = moves.replace(stored, next);
    }
  }

  /// Returns the ingestors that lack the published version. It is read after the moves, and is
  /// therefore at least as new as they are.
  private SortedSet<String> lacking() {
    String yaml =
        namespaces
            .read()
            .orElseThrow(
                () -> new ClusterException("cannot confirm moves: no namespaces are published"));
    return KnownIngestors.lacking(cluster, NamespacesText.version(yaml));
  }

  private void confirmed() {
    looks = 0;
    late.end();
  }

  /// Forgets the moves when this controller no longer leads.
  void rest() {
    count = 0;
    confirmed();
  }
}
