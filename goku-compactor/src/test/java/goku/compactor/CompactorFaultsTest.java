package goku.compactor;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.compactor.plan.Deployments;
import goku.format.CorruptException;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Sharding;
import goku.testkit.ManualClock;
import goku.testkit.compactor.IdleRun;
import goku.testkit.namespace.NamespaceBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactorFaultsTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final Namespace NAMESPACE = Deployments.namespace(1, 1, List.of());

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock(START.plus(Duration.ofHours(12)));
  private final MemoryStorage storage = new MemoryStorage();

  @Test
  void aBrokenInputFailsItsJobByNameAndTheOthersFinish() throws Exception {
    finalizedWindows(6);
    storage.text("short/00000/bucket-%d-1.goku".formatted(START.getEpochSecond()), "broken\n");
    try (var service = service()) {
      assertThatThrownBy(() -> IdleRun.untilIdle(service))
          .isInstanceOf(IllegalStateException.class)
          .hasCauseInstanceOf(CorruptException.class)
          .hasMessageContaining("bucket-%d-1.goku".formatted(START.getEpochSecond()));
      assertThat(keys("shuffled/"))
          .as("markers of the other windows")
          .filteredOn(key -> key.endsWith("complete.json"))
          .hasSize(5);
      assertThat(keys("long/")).as("no output of incomplete input").isEmpty();
      assertThat(keys("short/"))
          .as("note for GokuS")
          .filteredOn(key -> key.endsWith(".damaged"))
          .containsExactly(
              "short/00000/bucket-%d-1.goku.damaged".formatted(START.getEpochSecond()));
    }
  }

  @Test
  void aDamagedPartIsNotCompactedAndAShorterOneIsShuffledAgain() throws Exception {
    finalizedWindows(3);
    try (var service = service()) {
      shuffleOnly();
      String part = "shuffled/00000/%d-1/00000.goku".formatted(START.getEpochSecond());
      String whole = new String(storage.get(part).orElseThrow(), UTF_8);
      storage.text(part, whole.replace(' ', '_'));
      assertThatThrownBy(() -> IdleRun.untilIdle(service))
          .hasCauseInstanceOf(CorruptException.class)
          .hasMessageContaining(part);
      assertThat(keys("long/")).isEmpty();
      storage.text(part, whole.substring(1));
      IdleRun.untilIdle(service);
      assertThat(storage.get(part)).hasValue(whole.getBytes(UTF_8));
      assertThat(keys("long/")).isNotEmpty();
    }
  }

  @Test
  void aFullDiskIsReported() throws Exception {
    finalizedWindows(1);
    var work = new TextWork();
    var registry = new SimpleMeterRegistry();
    try (var service =
        Compactors.of(
            directory,
            NAMESPACE,
            clock,
            storage,
            (file, expected, sharding, to) -> {
              throw new UncheckedIOException(
                  "cannot write " + to, new IOException("No space left on device"));
            },
            work,
            registry)) {
      service.start();
      await(() -> !service.check().ok() && service.check().reason().contains("is full"));
      assertThat(service.check().reason())
          .contains(directory.toString(), "No space left", "free space");
      assertThat(registry.get("goku.compactor.failures").counter().count()).isPositive();
      assertThat(keys("shuffled/")).isEmpty();
    }
  }

  @Test
  void aGenerationThatAnotherCompactorBeganIsKeptAndTheNextOneIsBuilt() throws Exception {
    finalizedWindows(3);
    String taken = "long/00000/tier-1/%d-1/data.txt".formatted(START.getEpochSecond());
    storage.text(taken, "of other inputs");
    try (var service = service()) {
      IdleRun.untilIdle(service);
      assertThat(keys("long/"))
          .containsExactly(
              "long/00000/tier-1/%d-2/complete.json".formatted(START.getEpochSecond()),
              "long/00000/tier-1/%d-2/data.txt".formatted(START.getEpochSecond()));
    }
  }

  @Test
  void leftoversAreRemovedWhenUnchangedForAnHour() throws Exception {
    finalizedWindows(3);
    String leftover = "long/00000/tier-1/%d-7/data.txt".formatted(START.getEpochSecond());
    storage.text(leftover, "of a compactor that died");
    try (var service = service()) {
      IdleRun.untilIdle(service);
      assertThat(keys("long/")).contains(leftover);
      clock.advance(Duration.ofMinutes(59));
      IdleRun.untilIdle(service);
      assertThat(keys("long/")).contains(leftover);
      clock.advance(Duration.ofMinutes(1));
      IdleRun.untilIdle(service);
      assertThat(keys("long/")).doesNotContain(leftover).hasSize(2);
    }
  }

  @Test
  void theBucketOfABrokenMarkerIsBuiltAgain() throws Exception {
    finalizedWindows(3);
    try (var service = service()) {
      IdleRun.untilIdle(service);
    }
    String marker = "long/00000/tier-1/%d-1/complete.json".formatted(START.getEpochSecond());
    storage.text(marker, "{\"version\":1,");
    try (var service = service()) {
      IdleRun.untilIdle(service);
      assertThat(keys("long/")).hasSize(2).allMatch(key -> key.contains("-2/"));
    }
  }

  @Test
  void filesOfAnotherShardingAreBuiltAgain() throws Exception {
    finalizedWindows(2);
    try (var service = service()) {
      IdleRun.untilIdle(service);
    }
    Disk disk = NAMESPACE.disk().orElseThrow();
    var other =
        NamespaceBuilder.like(NAMESPACE)
            .disk(
                new Disk(
                    disk.rawTtl(),
                    disk.rollups(),
                    disk.coldAfter(),
                    Optional.of(new Sharding(1, 3))))
            .metrics(List.of())
            .build();
    try (var service = Compactors.of(directory, other, clock, storage)) {
      IdleRun.untilIdle(service);
      assertThat(keys("shuffled/"))
          .filteredOn(key -> key.contains("/%d-1/".formatted(START.getEpochSecond())))
          .extracting(key -> key.substring(key.lastIndexOf('/') + 1))
          .containsExactly("00000.goku", "00001.goku", "00002.goku", "complete.json");
    }
  }

  @Test
  void twoConcurrentCompactorsBuildTheSame() throws Exception {
    finalizedWindows(30);
    clock.advance(Duration.ofDays(3));
    var alone = new MemoryStorage();
    storage.content().keySet().forEach(key -> alone.put(key, storage.get(key).orElseThrow()));
    try (var service = Compactors.of(directory.resolve("alone"), NAMESPACE, clock, alone)) {
      IdleRun.untilIdle(service);
    }
    try (var executor = Executors.newFixedThreadPool(2);
        var one = Compactors.of(directory.resolve("one"), NAMESPACE, clock, storage);
        var two = Compactors.of(directory.resolve("two"), NAMESPACE, clock, storage)) {
      for (var result : executor.invokeAll(List.of(idle(one), idle(two)))) {
        assertThat(result.get()).isTrue();
      }
    }
    assertThat(storage.content()).isEqualTo(alone.content());
  }

  @Test
  void filesOfACrashedCompactorAreRemovedFromTheWorkDirectory() throws Exception {
    Path leftover =
        Files.createDirectories(directory.resolve("jobs/metrics/compact-1")).resolve("x.part");
    Files.writeString(leftover, "half");
    try (var service = service()) {
      IdleRun.untilIdle(service);
      assertThat(leftover).doesNotExist();
      try (var second = service()) {
        assertThatThrownBy(() -> IdleRun.untilIdle(second))
            .hasMessageContaining(directory.toString())
            .hasMessageContaining("another compactor uses the directory");
      }
    }
  }

  private static Callable<Boolean> idle(CompactorService service) {
    return () -> {
      IdleRun.untilIdle(service);
      return true;
    };
  }

  /// Runs all steps except the last one, before which the compactor crashes.
  private void shuffleOnly() throws InterruptedException {
    var work = new TextWork();
    try (var service =
        Compactors.of(
            directory.resolve("first"),
            NAMESPACE,
            clock,
            storage,
            work,
            (namespace, job, inputs, to, progress) -> {
              throw new IOException("died");
            },
            new SimpleMeterRegistry())) {
      assertThatThrownBy(() -> IdleRun.untilIdle(service)).hasMessageContaining("died");
    }
  }

  private CompactorService service() {
    return Compactors.of(directory, NAMESPACE, clock, storage);
  }

  private void finalizedWindows(int count) {
    for (int window = 0; window < count; window++) {
      Compactors.finalized(
          storage, 0, START.toEpochMilli() + window * 2L * HOUR, 1, 0, 1, 2, 3, 4, 5);
    }
  }

  private List<String> keys(String prefix) {
    return storage.content().keySet().stream().filter(key -> key.startsWith(prefix)).toList();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().until(condition);
  }

  @Test
  void everyChangedByteOfAMarkerLeavesItsBucketOrBuildsItAgain() throws Exception {
    finalizedWindows(3);
    try (var service = service()) {
      IdleRun.untilIdle(service);
    }
    clock.advance(Duration.ofHours(20));
    finalizedWindows(13);
    try (var service = service()) {
      IdleRun.untilIdle(service);
    }
    String marker = "long/00000/tier-1/%d-1/complete.json".formatted(START.getEpochSecond());
    String data = "long/00000/tier-1/%d-1/data.txt".formatted(START.getEpochSecond());
    byte[] whole = storage.get(marker).orElseThrow();
    byte[] content = storage.get(data).orElseThrow();
    assertThat(keys("short/00000/bucket-" + START.getEpochSecond())).as("inputs").isEmpty();
    for (int i = 0; i < whole.length; i++) {
      byte[] flipped = whole.clone();
      flipped[i] ^= 1;
      storage.text(marker, new String(flipped, ISO_8859_1));
      try (var service = service()) {
        IdleRun.untilIdle(service);
        clock.advance(Duration.ofHours(1));
        IdleRun.untilIdle(service);
        clock.advance(Duration.ofHours(-1));
      }
      assertThat(storage.get(data)).as("byte %s", i).hasValue(content);
    }
  }
}
