package goku.compactor.job;

import goku.fault.Backoff;
import goku.model.ShardId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The tasks that failed and wait for their next try. Thread-safe.
public final class RetryQueue {
  private static final Logger LOG = LoggerFactory.getLogger(RetryQueue.class);
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /// The pause after a failure that needs an operator.
  private static final Duration SLOW_PAUSE = Duration.ofMinutes(10);

  /// A task that waits.
  ///
  /// @param task description of the task for people
  /// @param tries number of failed tries
  public record Waiting(
      String task, Failure failure, Instant since, Instant last, Instant next, int tries) {}

  private final InstantSource clock;
  private final Path work;
  private final Map<Task.Output, Waiting> waiting = new HashMap<>();

  /// @param work the work directory, for messages
  public RetryQueue(InstantSource clock, Path work) {
    this.clock = clock;
    this.work = work;
  }

  /// Records a failed try. Logs it when it is the first or has another reason than the one before.
  public Waiting failed(Task task, Throwable why) {
    Failure failure = Failure.of(why, work);
    Instant now = clock.instant();
    Waiting entry;
    Waiting before;
    synchronized (this) {
      before = waiting.get(task.output());
      int tries = before == null ? 1 : before.tries + 1;
      Duration pause =
          switch (failure.kind()) {
            case OVERTAKEN -> tries == 1 ? Duration.ZERO : pause(tries);
            case PASSING -> pause(tries);
            case LASTING, REFUSED -> SLOW_PAUSE;
          };
      Instant since = before == null ? now : before.since;
      entry = new Waiting(task.toString(), failure, since, now, now.plus(pause), tries);
      waiting.put(task.output(), entry);
    }
    if (failure.kind() == Failure.Kind.OVERTAKEN) {
      LOG.info("job overtaken, planning again task='{}' cause={}", task, failure.message());
    } else if (before == null || !before.failure.message().equals(failure.message())) {
      LOG.error(
          "job failed, retrying task='{}' cause={}",
          task,
          failure.message(),
          failure.plain() ? null : why);
    }
    return entry;
  }

  private static Duration pause(int tries) {
    return BACKOFF.pause(tries, ThreadLocalRandom.current());
  }

  public synchronized void succeeded(Task task) {
    waiting.remove(task.output());
  }

  /// Forgets tasks that are no longer due.
  public synchronized void retain(Set<Task.Output> due) {
    waiting.keySet().retainAll(due);
  }

  /// Forgets tasks of a shard that this compactor no longer owns.
  ///
  /// @param shuffled whether the shard is one of GokuS
  public synchronized void forget(ShardId shard, boolean shuffled) {
    waiting
        .keySet()
        .removeIf(
            output ->
                output.namespace().equals(shard.namespace())
                    && output.shard() == shard.shard()
                    && (output.tier() == 0) == shuffled);
  }

  /// Returns whether it is too early for another try.
  public synchronized boolean hasToWait(Task task) {
    Waiting entry = waiting.get(task.output());
    return entry != null && entry.next.isAfter(clock.instant());
  }

  /// Returns when the first try after this time is due; empty when none is.
  public synchronized Optional<Instant> nextAfter(Instant time) {
    return waiting.values().stream()
        .map(Waiting::next)
        .filter(next -> next.isAfter(time))
        .min(Comparator.naturalOrder());
  }

  /// Returns the number of waiting tasks whose outputs would have too few datapoints.
  public synchronized long refused() {
    return waiting.values().stream()
        .filter(each -> each.failure.kind() == Failure.Kind.REFUSED)
        .count();
  }

  /// Returns all waiting tasks, the oldest first.
  public synchronized List<Waiting> all() {
    return waiting.values().stream().sorted(Comparator.comparing(Waiting::since)).toList();
  }
}
