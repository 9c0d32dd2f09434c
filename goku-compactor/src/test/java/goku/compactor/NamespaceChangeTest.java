package goku.compactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.compactor.plan.Deployments;
import goku.model.Blocklist;
import goku.model.Disk;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Rollup;
import goku.model.SharedSettings;
import goku.objectstore.ObjectStoreConfig;
import goku.testkit.ManualClock;
import goku.testkit.namespace.NamespaceBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A test of a compactor whose namespaces change while it runs. Its interval is an hour.
class NamespaceChangeTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final Namespace FIRST =
      with("metrics", true, disk(Duration.ofDays(24), Deployments.rollups()));
  private static final Namespace SECOND =
      with("second", false, disk(Duration.ofDays(24), List.of()));

  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(START.plus(Duration.ofHours(47)));
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Map<String, MemoryStorage> storages = new ConcurrentHashMap<>();
  private final Live<Namespaces> live = new Live<>(new Namespaces(List.of(FIRST)));
  private CompactorService service;

  @BeforeEach
  void start() {
    var nowhere = new ObjectStoreConfig("http://127.0.0.1:1", "us-east-1", "goku", "secret", true);
    var work = new TextWork();
    filled("metrics");
    filled("second");
    service =
        new CompactorService(
            new CompactorConfig(nowhere, directory, Duration.ofMillis(100), 1, Duration.ofDays(1)),
            new SharedSettings(live, new Live<>(Blocklist.NONE), FormatLevel.newest()),
            registry,
            clock,
            Ownership.all(live.current()),
            namespace -> storage(namespace.name()),
            () -> {},
            work,
            work);
    service.start();
    await().until(() -> has("metrics", "long/00000/tier-2/"));
  }

  @AfterEach
  void close() {
    service.close();
  }

  @Test
  void aNewNamespaceIsCompactedAtOnce() {
    assertThat(has("second", "shuffled/")).isFalse();
    live.replace(new Namespaces(List.of(SECOND, FIRST)));
    await().until(() -> has("second", "long/00000/tier-2/"));
    assertThat(service.status("node")).contains("second/0", "metrics/0");
    assertThat(service.check().ok()).isTrue();
  }

  @Test
  void aRemovedNamespaceIsNoLongerCompacted() {
    live.replace(new Namespaces(List.of(SECOND, FIRST)));
    await().until(() -> owned().contains("second/0"));
    live.replace(new Namespaces(List.of(FIRST)).withRemoved(List.of(SECOND)));
    await().until(() -> !owned().contains("second/0"));
    assertThat(owned()).contains("metrics/0");
  }

  /// The jobs that are done stay in the status.
  private String owned() {
    String status = service.status("node");
    return status.substring(status.indexOf("\"owned\""), status.indexOf('}'));
  }

  @Test
  void aShorterTimeToLiveRemovesBucketsAfterTheGracePeriod() {
    live.replace(new Namespaces(List.of(SECOND, FIRST)));
    await().until(() -> has("second", "long/00000/tier-2/"));
    Namespace shorter = with("second", false, disk(Duration.ofHours(1), List.of()));
    live.replace(new Namespaces(List.of(shorter, FIRST)));
    await().until(() -> service.status("node").contains("\"at\":\"2024-01-03"));
    assertThat(registry.get("goku.compactor.retention.waiting").gauge().value()).isPositive();
    assertThat(has("second", "long/00000/tier-2/")).isTrue();
    clock.advance(Duration.ofDays(1));
    await().until(() -> !has("second", "long/"));
    assertThat(has("metrics", "long/00000/tier-2/")).isTrue();
  }

  @Test
  void aShorterTimeToLiveThatIsWithdrawnRemovesNothing() {
    live.replace(new Namespaces(List.of(SECOND, FIRST)));
    await().until(() -> has("second", "long/00000/tier-2/"));
    Namespace shorter = with("second", false, disk(Duration.ofHours(1), List.of()));
    live.replace(new Namespaces(List.of(shorter, FIRST)));
    await().until(() -> service.status("node").contains("\"at\":\"2024-01-03"));
    live.replace(new Namespaces(List.of(SECOND, FIRST)));
    await().until(() -> service.status("node").contains("\"retention\":[]"));
    clock.advance(Duration.ofDays(2));
    await().until(() -> !has("second", "long/00000/tier-1/"));
    assertThat(has("second", "long/00000/tier-2/")).isTrue();
  }

  @Test
  void addedTiersAreMeasuredAndBuilt() {
    assertThat(registry.find("goku.compactor.due").tag("tier", "6").gauge()).isNull();
    List<Rollup> fourYears =
        List.of(
            new Rollup(Duration.ofMinutes(15), Duration.ofDays(80)),
            new Rollup(Duration.ofHours(1), Duration.ofDays(4 * 365)));
    Namespace longer = with("metrics", true, disk(Duration.ofDays(24), fourYears));
    int tiers = longer.disk().orElseThrow().tiers().size();
    assertThat(tiers).isGreaterThan(FIRST.disk().orElseThrow().tiers().size());
    live.replace(new Namespaces(List.of(longer)));
    assertThat(registry.find("goku.compactor.due").tag("tier", Integer.toString(tiers)).gauge())
        .isNotNull();
  }

  private MemoryStorage storage(String namespace) {
    return storages.computeIfAbsent(namespace, _ -> new MemoryStorage());
  }

  private boolean has(String namespace, String prefix) {
    return storage(namespace).content().keySet().stream().anyMatch(key -> key.startsWith(prefix));
  }

  private void filled(String namespace) {
    for (int window = 0; window < 13; window++) {
      long start = START.toEpochMilli() + window * Duration.ofHours(2).toMillis();
      Compactors.finalized(storage(namespace), 0, start, 1, 0, 1, 2, 3, 4, 5);
    }
  }

  private static Disk disk(Duration rawTtl, List<Rollup> rollups) {
    return new Disk(rawTtl, rollups);
  }

  private static Namespace with(String name, boolean isDefault, Disk disk) {
    Namespace like = Deployments.namespace(1, 1, List.of());
    return NamespaceBuilder.like(like, name)
        .isDefault(isDefault)
        .disk(disk)
        .kafkaTopic("goku-" + name)
        .s3Bucket(name)
        .metrics(List.of())
        .build();
  }
}
