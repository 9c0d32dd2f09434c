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

/// The link between Helix's decisions and the holders of shards. Remembers failed shards, so that
/// they are retried, and counts `goku.cluster.shard.failures`. Thread-safe.
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
    LOG.info("taking over shard partition={}", partition);
    hand(resource, partition, ShardHolder::take);
  }

  void release(String resource, String partition) {
    LOG.info("releasing shard partition={}", partition);
    hand(resource, partition, ShardHolder::release);
  }

  /// Returns the failed partitions that are due for a retry, and schedules their next one in case
  /// they fail again.
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
        "cannot handle partition=%s: this node has no holder for it; check that all nodes run one version"
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
          "shard transition failed, files kept, retrying partition={} failures={}",
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
