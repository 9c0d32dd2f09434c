package goku.cluster.helix;

import goku.fault.Backoff;
import goku.model.ShardId;
import goku.service.ShardHolder;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hands what Helix decides to the holders of shards, and keeps in mind which shards failed, so
/// that they are tried again. Counts `goku.cluster.shard.failures`. Thread-safe.
final class HeldShards {
  private static final Logger LOG = LoggerFactory.getLogger(HeldShards.class);
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(1));

  private final Map<Placement, ShardHolder> holders;
  private final MeterRegistry registry;
  private final Map<String, Failure> failures = new ConcurrentHashMap<>();

  /// A partition whose transition failed.
  record Failure(String resource, String partition, int times, long againAtNanos) {}

  HeldShards(Map<Placement, ShardHolder> holders, MeterRegistry registry) {
    this.holders = Map.copyOf(holders);
    this.registry = registry;
  }

  void take(String resource, String partition) {
    LOG.info("takes {}", partition);
    hand(resource, partition, ShardHolder::take);
  }

  void release(String resource, String partition) {
    LOG.info("releases {}", partition);
    hand(resource, partition, ShardHolder::release);
  }

  /// The failed partitions whose time to be tried again has come; they are due once more when they
  /// are still there after a while.
  List<Failure> due() {
    long now = System.nanoTime();
    List<Failure> due = new ArrayList<>();
    failures.replaceAll(
        (partition, failure) -> {
          if (now - failure.againAtNanos() < 0) {
            return failure;
          }
          due.add(failure);
          return failure(failure.resource(), partition, failure.times());
        });
    return due;
  }

  private interface Deed {
    void of(ShardHolder holder, ShardId shard);
  }

  private void hand(String resource, String partition, Deed deed) {
    for (Map.Entry<Placement, ShardHolder> entry : holders.entrySet()) {
      var shard = entry.getKey().shard(partition);
      if (shard.isPresent()) {
        hand(entry.getValue(), shard.get(), resource, partition, deed);
        return;
      }
    }
    throw new IllegalStateException(
        "this node was given %s and has no holder for it: are all nodes of one version?"
            .formatted(partition));
  }

  private void hand(
      ShardHolder holder, ShardId shard, String resource, String partition, Deed deed) {
    try {
      deed.of(holder, shard);
      failures.remove(partition);
    } catch (RuntimeException failed) {
      Failure before = failures.get(partition);
      Failure now = failure(resource, partition, before == null ? 1 : before.times() + 1);
      failures.put(partition, now);
      registry.counter("goku.cluster.shard.failures").increment();
      LOG.error(
          "{} failed for the {}. time; its files are kept and it is tried again",
          partition,
          now.times(),
          failed);
      throw failed;
    }
  }

  private static Failure failure(String resource, String partition, int times) {
    return new Failure(
        resource, partition, times, System.nanoTime() + BACKOFF.pause(times).toNanos());
  }
}
