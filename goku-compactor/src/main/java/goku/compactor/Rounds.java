package goku.compactor;

import goku.compactor.job.Failure;
import goku.compactor.job.JobQueue;
import goku.compactor.job.RetryQueue;
import goku.compactor.job.Task;
import goku.compactor.plan.Job;
import goku.compactor.plan.Plan;
import goku.compactor.plan.UnreadableMarker;
import goku.fault.TroubleLog;
import goku.objectstore.ObjectStoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The rounds that look at S3 repeatedly: they queue due jobs and remove objects that are no longer
/// needed. `round` is for one thread, the other methods are for any.
final class Rounds {
  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

  /// A namespace that cannot be planned or cleaned up.
  record Trouble(String message, Instant since) {}

  private final NamespaceWorks namespaces;
  private final JobQueue queue;
  private final RetryQueue failures;
  private final Backlog backlog;
  private final InstantSource clock;

  /// The logs of planning failures by the name of the namespace.
  private final Map<String, TroubleLog> logs = new HashMap<>();

  private volatile Map<String, Trouble> troubles = Map.of();
  private volatile List<UnreadableMarker> unreadable = List.of();
  private volatile List<RetentionChange.Waiting> waiting = List.of();
  private volatile boolean ran;

  Rounds(
      NamespaceWorks namespaces,
      JobQueue queue,
      RetryQueue failures,
      Backlog backlog,
      InstantSource clock) {
    this.namespaces = namespaces;
    this.queue = queue;
    this.failures = failures;
    this.backlog = backlog;
    this.clock = clock;
  }

  /// Looks at all namespaces once. A namespace that fails is retried in the next round and does not
  /// hold up the others.
  void round() {
    List<Task> due = new ArrayList<>();
    List<UnreadableMarker> markers = new ArrayList<>();
    List<RetentionChange.Waiting> changes = new ArrayList<>();
    Map<String, Trouble> now = new HashMap<>();
    for (NamespaceWork work : namespaces.all()) {
      String name = work.namespace().name();
      try {
        Plan plan = work.plan();
        due.addAll(work.tasks(plan));
        markers.addAll(work.unreadable());
        work.waiting().ifPresent(changes::add);
        work.remove(plan.removals());
      } catch (RuntimeException failed) {
        now.put(name, trouble(name, failed));
      }
    }
    ended(now);
    due.sort(Comparator.comparing(Task::job, Job.ORDER));
    if (now.isEmpty()) {
      failures.retain(due.stream().map(Task::output).collect(Collectors.toSet()));
    }
    backlog.set(due);
    queue.replace(due.stream().filter(task -> !failures.hasToWait(task)).toList());
    troubles = now;
    unreadable = List.copyOf(markers);
    waiting = List.copyOf(changes);
    ran = true;
  }

  /// Returns whether a round has completed.
  boolean ran() {
    return ran;
  }

  /// Returns the current troubles by the name of the namespace.
  Map<String, Trouble> troubles() {
    return troubles;
  }

  /// Returns the changes of the retention that wait.
  List<RetentionChange.Waiting> waiting() {
    return waiting;
  }

  /// Returns the bytes that the waiting changes would remove now.
  long waitingBytes() {
    return waiting.stream().mapToLong(change -> change.withheld().bytes()).sum();
  }

  /// Returns the markers that could not be used in the last round.
  List<UnreadableMarker> unreadable() {
    return unreadable;
  }

  private Trouble trouble(String namespace, RuntimeException failed) {
    Trouble before = troubles.get(namespace);
    String message = Failure.message(failed);
    logs.computeIfAbsent(
            namespace,
            name -> new TroubleLog(LOG, Level.ERROR, "planning failure", "namespace=" + name))
        .beginOrChange(message, failed instanceof ObjectStoreException ? null : failed);
    return new Trouble(message, before == null ? clock.instant() : before.since());
  }

  private void ended(Map<String, Trouble> now) {
    logs.forEach(
        (namespace, log) -> {
          if (!now.containsKey(namespace)) {
            log.end();
          }
        });
  }
}
