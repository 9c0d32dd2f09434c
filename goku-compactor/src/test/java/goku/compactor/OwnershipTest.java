package goku.compactor;

import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.job.Merger;
import goku.compactor.plan.Deployments;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.testkit.ManualClock;
import goku.testkit.compactor.IdleRun;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnershipTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final Namespace NAMESPACE = Deployments.namespace(2, 3, Deployments.rollups());
  private static final int WINDOWS = 13;

  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(START.plus(Duration.ofHours(47)));
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void twoCompactorsThatShareTheShardsLeaveTheSameAsOne() throws Exception {
    MemoryStorage shared = filled();
    Ownership one = Ownership.none();
    Ownership other = Ownership.none();
    try (var first = service("first", shared, one);
        var second = service("second", shared, other)) {
      first.shuffling().take(NAMESPACE.shard(0));
      second.shuffling().take(NAMESPACE.shard(1));
      first.compacting().take(NAMESPACE.shard(1));
      second.compacting().take(NAMESPACE.shard(0));
      second.compacting().take(NAMESPACE.shard(2));
      Map<String, String> before = Map.of();
      while (!shared.content().equals(before)) {
        before = shared.content();
        IdleRun.untilIdle(first);
        IdleRun.untilIdle(second);
      }
    }
    assertThat(shared.content()).isEqualTo(madeByOne());
  }

  @Test
  void shardsOfOthersAreNeitherBuiltNorRemovedNorCounted() throws Exception {
    MemoryStorage storage = filled();
    Map<String, String> before = storage.content();
    try (var service = service("none", storage, Ownership.none())) {
      service.start();
      Awaitility.await().until(() -> service.check().ok());
      assertThat(storage.content()).isEqualTo(before);
      assertThat(registry.get("goku.compactor.due").tag("tier", "0").gauge().value()).isZero();
      assertThat(service.status("node")).contains("\"owned\":{\"shuffle\":[],\"compact\":[]}");

      service.shuffling().take(NAMESPACE.shard(1));
      Awaitility.await().until(() -> has(storage, "shuffled/00001/"));
      assertThat(storage.content().keySet())
          .noneMatch(key -> key.startsWith("shuffled/00000/") || key.startsWith("long/"));
      assertThat(service.status("node")).contains("\"owned\":{\"shuffle\":[\"metrics/1\"]");
      assertThat(registry.get("goku.compactor.owned").tag("kind", "shuffle").gauge().value())
          .isEqualTo(1);
    }
  }

  @Test
  void jobsOfAReleasedShardAreAbandonedAndDoneWhenTheShardReturns() {
    MemoryStorage storage = filled();
    var merges = new CountDownLatch(1);
    var never = new CountDownLatch(1);
    var tries = new AtomicInteger();
    var work = new TextWork();
    Merger merger =
        (namespace, job, inputs, to, progress) -> {
          if (tries.getAndIncrement() == 0) {
            merges.countDown();
            never.await();
          }
          return work.merge(namespace, job, inputs, to, progress);
        };
    Ownership ownership = Ownership.none();
    try (var service =
        Compactors.of(
            directory.resolve("work"),
            NAMESPACE,
            clock,
            storage,
            work,
            merger,
            registry,
            ownership)) {
      service.start();
      ShardId shard = NAMESPACE.shard(0);
      NAMESPACE.allShards().forEach(service.shuffling()::take);
      service.compacting().take(shard);
      Awaitility.await().until(() -> merges.getCount() == 0);
      service.compacting().release(shard);
      Awaitility.await().until(() -> registry.get("goku.compactor.running").gauge().value() == 0);
      Awaitility.await()
          .until(() -> registry.get("goku.compactor.due").tag("tier", "1").gauge().value() == 0);
      assertThat(storage.content().keySet()).noneMatch(key -> key.startsWith("long/"));
      assertThat(registry.get("goku.compactor.failing").gauge().value()).isZero();
      service.compacting().take(shard);
      Awaitility.await().until(() -> has(storage, "long/00000/tier-1/"));
    }
  }

  @Test
  void formerShardsBelongToCurrentOnes() {
    Ownership ownership = Ownership.none();
    ownership.shuffled().add(NAMESPACE.shard(1));
    ownership.compacted().add(NAMESPACE.shard(2));
    assertThat(ownership.has(NAMESPACE, 0, 3)).isTrue();
    assertThat(ownership.has(NAMESPACE, 0, 4)).isFalse();
    assertThat(ownership.has(NAMESPACE, 1, 5)).isTrue();
    assertThat(ownership.has(NAMESPACE, 1, 6)).isFalse();
  }

  private Map<String, String> madeByOne() throws InterruptedException {
    MemoryStorage alone = filled();
    try (var service = service("alone", alone, all())) {
      IdleRun.untilIdle(service);
    }
    assertThat(alone.content().keySet()).anyMatch(key -> key.startsWith("long/00002/tier-2/"));
    return alone.content();
  }

  private static Ownership all() {
    return Ownership.all(new Namespaces(List.of(NAMESPACE)));
  }

  private CompactorService service(String name, MemoryStorage storage, Ownership ownership) {
    var work = new TextWork();
    return Compactors.of(
        directory.resolve(name), NAMESPACE, clock, storage, work, work, registry, ownership);
  }

  private static boolean has(MemoryStorage storage, String prefix) {
    return storage.content().keySet().stream().anyMatch(key -> key.startsWith(prefix));
  }

  private static MemoryStorage filled() {
    var storage = new MemoryStorage();
    for (int window = 0; window < WINDOWS; window++) {
      long start = START.toEpochMilli() + window * Duration.ofHours(2).toMillis();
      Compactors.finalized(storage, 0, start, 1, 0, 1, 2);
      Compactors.finalized(storage, 1, start, 1, 3, 4, 5);
    }
    return storage;
  }
}
