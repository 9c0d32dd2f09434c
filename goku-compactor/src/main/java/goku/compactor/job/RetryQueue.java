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

/// Tasks that failed and wait for their next try. Thread-safe.
public final class RetryQueue {
  private static final Logger LOG = LoggerFactory.getLogger(RetryQueue.class);
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /// Where somebody has to act first.
  private static final Duration SLOW_PAUSE = Duration.ofMinutes(10);

  /// A task that waits.
  ///
  /// @param task for people
  /// @param tries how many have failed
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

  /// A try failed. Logged when it is the first or for another reason than before.
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
            case LASTING -> SLOW_PAUSE;
          };
      Instant since = before == null ? now : before.since;
      entry = new Waiting(task.toString(), failure, since, now, now.plus(pause), tries);
      waiting.put(task.output(), entry);
    }
    if (failure.kind() == Failure.Kind.OVERTAKEN) {
      LOG.info("{}: {}; planned anew", task, failure.message());
    } else if (before == null || !before.failure.message().equals(failure.message())) {
      LOG.error(
          "{} failed and is tried again: {}",
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

  /// Forgets tasks that are not due any more.
  public synchronized void retain(Set<Task.Output> due) {
    waiting.keySet().retainAll(due);
  }

  /// Forgets tasks of a shard, because it is not ours any more.
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

  /// Whether it is too early for another try.
  public synchronized boolean hasToWait(Task task) {
    Waiting entry = waiting.get(task.output());
    return entry != null && entry.next.isAfter(clock.instant());
  }

  /// When the first try behind this time is due; empty when none is.
  public synchronized Optional<Instant> nextAfter(Instant time) {
    return waiting.values().stream()
        .map(Waiting::next)
        .filter(next -> next.isAfter(time))
        .min(Comparator.naturalOrder());
  }

  /// All that wait, the oldest first.
  public synchronized List<Waiting> all() {
    return waiting.values().stream().sorted(Comparator.comparing(Waiting::since)).toList();
  }
}
