package goku.cluster.controller;

import goku.cluster.ClusterClient;
import goku.cluster.formats.FormatRegistry;
import goku.fault.TroubleLog;
import goku.service.ClusterException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The leading controller's watch for nodes that joined, were not removed, and do not run or do not
/// answer. Logs when the absence of a node begins and ends, and counts the absent nodes as
/// `goku.cluster.nodes.absent`. Owned by one thread; the gauge may be read by any.
final class AbsentNodes {
  private static final Logger LOG = LoggerFactory.getLogger(AbsentNodes.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Supplier<SortedSet<String>> withoutSession;
  private final Supplier<SortedSet<String>> silent;
  private final LongSupplier nanoTime;

  /// The absent nodes, with the log of their absence.
  private final Map<String, TroubleLog> absences = new TreeMap<>();

  private final TroubleLog trouble =
      new TroubleLog(LOG, Level.WARN, "failure to list the known nodes", "");
  private long lookedNanos;
  private volatile int count;

  AbsentNodes(ClusterClient cluster, Supplier<SortedSet<String>> silent, MeterRegistry registry) {
    this(new FormatRegistry(cluster)::absent, silent, System::nanoTime, registry);
  }

  /// @param withoutSession gives the known nodes that do not run
  /// @param silent gives the nodes that do not answer health polls
  AbsentNodes(
      Supplier<SortedSet<String>> withoutSession,
      Supplier<SortedSet<String>> silent,
      LongSupplier nanoTime,
      MeterRegistry registry) {
    this.withoutSession = withoutSession;
    this.silent = silent;
    this.nanoTime = nanoTime;
    lookedNanos = nanoTime.getAsLong() - LOOK_EVERY.toNanos();
    Gauge.builder("goku.cluster.nodes.absent", () -> count)
        .description(
            "known nodes that do not run or do not answer; 0 if this process does not lead")
        .register(registry);
  }

  /// Compares the known nodes with those that run. Looks at most every second.
  void tend() {
    if (nanoTime.getAsLong() - lookedNanos < LOOK_EVERY.toNanos()) {
      return;
    }
    lookedNanos = nanoTime.getAsLong();
    SortedSet<String> gone;
    try {
      gone = withoutSession.get();
      trouble.end();
    } catch (ClusterException failed) {
      trouble.begin(String.valueOf(failed.getMessage()), failed);
      return;
    }
    SortedSet<String> mute = new TreeSet<>(silent.get());
    mute.removeAll(gone);
    gone.forEach(node -> absence(node).beginOrChange("no session in ZooKeeper", null));
    mute.forEach(node -> absence(node).beginOrChange("no answer to health polls", null));
    absences
        .entrySet()
        .removeIf(
            absence -> {
              boolean isBack = !gone.contains(absence.getKey()) && !mute.contains(absence.getKey());
              if (isBack) {
                absence.getValue().end();
              }
              return isBack;
            });
    count = absences.size();
  }

  /// Forgets the nodes when this controller no longer leads. Another one watches them.
  void rest() {
    absences.clear();
    count = 0;
  }

  private TroubleLog absence(String node) {
    return absences.computeIfAbsent(
        node, name -> new TroubleLog(LOG, Level.WARN, "node absence", "node=" + name));
  }
}
