package goku.shortterm.backup;

import goku.fault.Backoff;
import goku.objectstore.ObjectStoreException;
import goku.shortterm.files.BucketName;
import goku.shortterm.finalization.BucketOutput;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The lookups of buckets in the tiers that have expired or soon will. A shard asks every second,
/// and a lookup runs for its first question. As long as the tiers lack the bucket, or S3 does not
/// answer, the next lookup waits longer. Thread-safe; questions do not block.
final class TierLookups {
  private static final Logger LOG = LoggerFactory.getLogger(TierLookups.class);

  /// The time that GokuL has to find and load a bucket after GokuS found it. Answers about its time
  /// would be marked meanwhile.
  private static final Duration HANDOVER = Duration.ofMinutes(5);

  private final TierEvidence evidence;
  private final MemoryRetention retention;
  private final Backoff backoff;
  private final ScheduledExecutorService threads;

  /// The lookups in a row that found nothing, by shard with a lookup that waits or runs.
  private final Map<ShardInventory, Integer> misses = new ConcurrentHashMap<>();

  /// @param threads run the lookups; discards them once closed
  TierLookups(
      TierEvidence evidence,
      MemoryRetention retention,
      Backoff backoff,
      ScheduledExecutorService threads) {
    this.evidence = evidence;
    this.retention = retention;
    this.backoff = backoff;
    this.threads = threads;
  }

  /// Returns whether the bucket is known to be in the tiers for long enough. If it is not known, a
  /// lookup follows.
  boolean isInTiers(ShardInventory shard, BucketName bucket) {
    shard.ask(bucket);
    if (!shard.isInTiers(bucket) && misses.putIfAbsent(shard, 0) == null) {
      schedule(shard, Duration.ZERO);
    }
    return shard.wasInTiers(bucket, evidence.clock().millis() - HANDOVER.toMillis());
  }

  private void schedule(ShardInventory shard, Duration pause) {
    var _ = threads.schedule(() -> look(shard), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Looks for all buckets of the shard that are due, until none is left.
  private void look(ShardInventory shard) {
    Set<BucketName> asked =
        shard.held().stream()
            .map(MappedBucket::name)
            .filter(name -> shard.isAsked(name) || isDue(shard, name))
            .filter(name -> !shard.isInTiers(name))
            .collect(Collectors.toSet());
    if (asked.isEmpty() || !shard.feedsTiers()) {
      misses.remove(shard);
      return;
    }
    Set<BucketName> found = find(shard, asked);
    shard.inTiers(found, evidence.clock().millis());
    if (found.equals(asked)) {
      misses.remove(shard);
      return;
    }
    int missed = misses.merge(shard, 1, (before, one) -> found.isEmpty() ? before + one : one);
    schedule(shard, backoff.pause(missed));
  }

  private boolean isDue(ShardInventory shard, BucketName name) {
    return retention.isOverWithin(BucketOutput.NOTICE, shard.namespace(), name.startMillis());
  }

  private Set<BucketName> find(ShardInventory shard, Set<BucketName> asked) {
    try {
      return evidence.consumed(shard, asked);
    } catch (ObjectStoreException away) {
      LOG.debug("tiers cannot be listed shard={}", shard.id(), away); // uploads report it
      return Set.of();
    } catch (RuntimeException failed) {
      LOG.error("lookup in the tiers failed, retrying shard={}", shard.id(), failed);
      return Set.of();
    }
  }
}
