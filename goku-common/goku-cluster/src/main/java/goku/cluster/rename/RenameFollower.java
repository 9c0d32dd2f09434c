package goku.cluster.rename;

import static java.util.stream.Collectors.toMap;

import goku.cluster.ClusterClient;
import goku.cluster.EntryWatch;
import goku.cluster.KnownIngestors;
import goku.cluster.ProcessEntries;
import goku.cluster.SharedEntry;
import goku.model.Live;
import goku.model.MetricRenames;
import goku.model.Namespaces;
import goku.service.ClusterException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The renamed metrics as this process follows and applies them. It states the edition that it
/// applies. Keeps the last known renames while ZooKeeper is unavailable. Thread-safe.
public final class RenameFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RenameFollower.class);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final String FOLLOWERS = "/goku/rename-followers";

  private final ClusterClient cluster;
  private final SharedEntry<MetricRenames> shared;
  private final Live<Namespaces> inForce;
  private final Live<Namespaces> renamed;
  private final Counter unreadable;
  private final EntryWatch watch;
  private final ProcessEntries.Own entry;

  /// Guarded by this.
  private MetricRenames renames = MetricRenames.NONE;

  /// Returns once the current renames are known.
  ///
  /// @param process the name of the process, as in `/goku/followers`
  /// @throws ClusterException if ZooKeeper does not answer within 20 s
  public RenameFollower(
      ClusterClient cluster, String process, Live<Namespaces> inForce, MeterRegistry meters) {
    this.cluster = cluster;
    this.inForce = inForce;
    shared = RenameRegistry.of(cluster);
    renamed = new Live<>(inForce.current());
    unreadable = meters.counter("goku.cluster.unreadable", "entry", "renames");
    inForce.follow(_ -> combine());
    entry = followers().add(process, edition(renames));
    watch = EntryWatch.ofEntries(cluster, this::put, RenameRegistry.PATH);
    watch.start();
    combine();
  }

  /// Returns the namespaces in force with the renamed metrics.
  public Live<Namespaces> namespaces() {
    return renamed;
  }

  /// Changes the renames for the whole deployment and returns the result. On return, this process
  /// applies it. May call the change several times. What it throws is thrown.
  ///
  /// @throws ClusterException if the renames cannot be read or written
  public MetricRenames change(UnaryOperator<MetricRenames> change) {
    MetricRenames after = shared.change(change);
    apply(after);
    return after;
  }

  /// Waits until all processes apply an edition. Returns those that may not apply it after the
  /// timeout: living ones, and ingestors that joined and did not leave, because they accept
  /// datapoints without ZooKeeper.
  ///
  /// @throws ClusterException if ZooKeeper does not answer
  public SortedSet<String> awaitApplied(long edition, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      SortedSet<String> lacking = lacking(edition);
      if (lacking.isEmpty() || System.nanoTime() - deadline >= 0) {
        return lacking;
      }
      Thread.sleep(LOOK_AGAIN);
    }
  }

  private SortedSet<String> lacking(long edition) {
    Map<String, Boolean> applied =
        followers().all().stream()
            .collect(
                toMap(
                    ProcessEntries.Entry::process,
                    one -> Long.parseLong(one.text()) >= edition,
                    Boolean::logicalAnd));
    SortedSet<String> lacking = new TreeSet<>(KnownIngestors.names(cluster));
    lacking.addAll(applied.keySet());
    lacking.removeIf(name -> applied.getOrDefault(name, false));
    return lacking;
  }

  private ProcessEntries followers() {
    return new ProcessEntries(cluster, FOLLOWERS);
  }

  private void put(ChildData data) {
    try {
      apply(RenameJson.read(data.getData()));
    } catch (IOException failed) {
      unreadable.increment();
      LOG.error("renames unreadable, keeping the previous ones path={}", data.getPath(), failed);
    }
  }

  private synchronized void apply(MetricRenames read) {
    if (read.edition() > renames.edition()) {
      renames = read;
      combine();
      LOG.info("renames changed edition={} renames={}", read.edition(), read.all().size());
      entry.state(edition(read));
    }
  }

  private synchronized void combine() {
    renamed.replace(inForce.current().withRenames(renames));
  }

  private static String edition(MetricRenames renames) {
    return Long.toString(renames.edition());
  }

  @Override
  public void close() throws IOException {
    watch.close();
    entry.close();
  }
}
