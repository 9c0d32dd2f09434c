package goku.shortterm.backup;

import goku.fault.TroubleLog;
import goku.model.ShardId;
import goku.objectstore.ObjectStoreException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The shards whose tasks are failing. Logged when the first of a namespace starts to fail and when
/// the last one works again, not at every try. Thread-safe.
final class Trouble {
  private record Failing(Instant since, String message) {}

  private static final Logger LOG = LoggerFactory.getLogger(Trouble.class);

  private final InstantSource clock;
  private final Duration complainAfter;
  private final Counter failures;
  private final Map<ShardId, Failing> failing = new HashMap<>();
  private final Map<String, TroubleLog> logs = new HashMap<>();

  Trouble(InstantSource clock, Duration complainAfter, MeterRegistry registry) {
    this.clock = clock;
    this.complainAfter = complainAfter;
    failures =
        Counter.builder("goku.backup.failures")
            .description("failed writes to S3 or to the topic of finalized buckets")
            .register(registry);
  }

  synchronized void failed(ShardId shard, Throwable why) {
    failures.increment();
    String message = why.getMessage() == null ? why.toString() : why.getMessage();
    Instant now = clock.instant();
    Failing before = failing.get(shard);
    failing.put(shard, new Failing(before == null ? now : before.since, message));
    log(shard.namespace()).begin(message, isPlain(why) ? null : why);
  }

  synchronized void ended(ShardId shard) {
    if (failing.remove(shard) == null) {
      return;
    }
    String namespace = shard.namespace();
    if (failing.keySet().stream().noneMatch(other -> other.namespace().equals(namespace))) {
      log(namespace).end();
    }
  }

  private TroubleLog log(String namespace) {
    return logs.computeIfAbsent(
        namespace, name -> new TroubleLog(LOG, Level.ERROR, "backup failure", "namespace=" + name));
  }

  /// Returns the failure that has lasted for long; empty if there is none.
  synchronized Optional<String> complaint(int waiting) {
    Instant limit = clock.instant().minus(complainAfter);
    return failing.entrySet().stream()
        .filter(entry -> !entry.getValue().since.isAfter(limit))
        .min(Comparator.comparing(entry -> entry.getValue().since))
        .map(
            entry ->
                "%d files wait for S3, those of shard %s since %s: %s"
                    .formatted(
                        waiting, entry.getKey(), entry.getValue().since, entry.getValue().message));
  }

  /// Returns whether the message is sufficient without a stack trace.
  private static boolean isPlain(Throwable why) {
    return why instanceof ObjectStoreException || why instanceof KafkaException;
  }
}
