package goku.compactor;

import goku.compactor.job.JobMetrics;
import goku.compactor.job.Task;
import goku.compactor.job.Workplace;
import goku.compactor.plan.Inventory;
import goku.compactor.plan.Job;
import goku.compactor.plan.LostMarkers;
import goku.compactor.plan.Plan;
import goku.compactor.plan.Removal;
import goku.compactor.plan.UnreadableMarker;
import goku.compactor.transfer.Lister;
import goku.compactor.transfer.Storage;
import goku.compactor.transfer.Transfer;
import goku.model.Namespace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The work of a compactor for one namespace. Planning and removing are for one thread.
final class NamespaceWork {
  private static final Logger LOG = LoggerFactory.getLogger(NamespaceWork.class);

  /// The time for which the removals of a plan stay valid, even if other compactors work.
  private static final Duration PLAN_AGE = Duration.ofMinutes(5);

  private final Supplier<Namespace> namespaces;
  private final Storage storage;
  private final Lister lister;
  private final RetentionChange retention;
  private final Workplace place;
  private final Ownership ownership;
  private final JobMetrics metrics;
  private final InstantSource clock;
  private Instant planned = Instant.MIN;

  private List<UnreadableMarker> unreadable = List.of();

  /// The namespace as of the last plan.
  private Namespace namespace;

  /// @param namespaces gives the current namespace
  /// @param directory the work directory of the compactor
  /// @param grace time for which a change waits that removes data
  NamespaceWork(
      Supplier<Namespace> namespaces,
      Storage storage,
      Path directory,
      Duration grace,
      Ownership ownership,
      JobMetrics metrics,
      InstantSource clock) {
    this.namespaces = namespaces;
    namespace = namespaces.get();
    this.storage = storage;
    this.ownership = ownership;
    this.metrics = metrics;
    this.clock = clock;
    lister = new Lister(storage, clock);
    retention = new RetentionChange(storage, grace);
    place = new Workplace(new Transfer(storage), lister, directory.resolve(namespace.name()));
  }

  /// Returns the change of the retention that waits; empty if there is none.
  Optional<RetentionChange.Waiting> waiting() {
    return retention.waiting();
  }

  /// Returns the markers that could not be used at the last plan.
  List<UnreadableMarker> unreadable() {
    return unreadable;
  }

  Namespace namespace() {
    return namespace;
  }

  Workplace place() {
    return place;
  }

  /// Returns the jobs and removals that are due now.
  Plan plan() {
    planned = clock.instant();
    namespace = namespaces.get();
    Inventory inventory = LostMarkers.addTo(lister.list(), namespace, planned);
    report(
        inventory.unreadable().stream()
            .filter(marker -> isOurs(marker.bucket().shard(), marker.bucket().tier()))
            .toList());
    retention.update(namespace, planned, ownership.hasAny(namespace));
    Plan plan = retention.plan(inventory, namespace, planned);
    return new Plan(
        plan.jobs().stream()
            .filter(job -> isOurs(job.bucket().shard(), job.bucket().tier()))
            .toList(),
        plan.removals().stream()
            .filter(removal -> isOurs(removal.bucket().shard(), removal.bucket().tier()))
            .toList());
  }

  private void report(List<UnreadableMarker> found) {
    found.stream()
        .filter(marker -> !unreadable.contains(marker))
        .forEach(
            marker ->
                LOG.error(
                    "marker unusable, nothing of its bucket is removed cause={}",
                    marker.problem()));
    unreadable = found;
  }

  List<Task> tasks(Plan plan) {
    return plan.jobs().stream().map((Job job) -> new Task(namespace, job)).toList();
  }

  /// Removes objects one after the other. The next round continues after an interruption. It also
  /// continues when the plan is too old because the process was suspended: another compactor may by
  /// then be writing the bucket that was a leftover when the plan was made.
  void remove(List<Removal> removals) {
    for (Removal removal : removals) {
      if (!isOurs(removal.bucket().shard(), removal.bucket().tier())
          || planned.plus(PLAN_AGE).isBefore(clock.instant())) {
        continue;
      }
      removal.keys().forEach(storage::delete);
      metrics.removed(removal.reason(), removal.keys().size());
      LOG.info(
          "objects removed count={} reason={} first={}",
          removal.keys().size(),
          removal.reason(),
          storage.uri(removal.keys().getFirst()));
    }
  }

  private boolean isOurs(int shard, int tier) {
    return ownership.has(namespace, tier, shard);
  }
}
