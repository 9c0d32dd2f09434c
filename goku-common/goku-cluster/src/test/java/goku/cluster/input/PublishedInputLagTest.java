package goku.cluster.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.embedded.EmbeddedZooKeeper;
import goku.kafka.input.InputLag;
import goku.kafka.input.InputLag.TopicLag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The way of the lag from the leading controller to a root.
class PublishedInputLagTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path directory;
  private EmbeddedZooKeeper zookeeper;
  private ClusterClient client;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final AtomicLong nanos = new AtomicLong();
  private volatile InputLag lag = lag(0);
  private volatile boolean leads = true;

  /// The times that the publisher has asked whether its controller leads.
  private final AtomicInteger looks = new AtomicInteger();

  @BeforeEach
  void start() {
    zookeeper = new EmbeddedZooKeeper(directory);
    zookeeper.start();
    client = new ClusterClient(new ClusterConfig(zookeeper.connectString(), "a", "test"));
    client.start();
  }

  @AfterEach
  void stop() {
    client.close();
    zookeeper.close();
  }

  @Test
  void rootsLearnOfALagAndOfItsEnd() {
    try (var controller = controller();
        var root = root()) {
      controller.start();
      await().until(() -> root.published().isPresent());
      lag = lag(7000);
      await().until(() -> root.lagMillis() == 7000);
      lag = lag(100);
      await().until(() -> root.lagMillis() == 100);
    }
  }

  @Test
  void aLagOfHealthyIngestorsCostsNoWrite() throws Exception {
    try (var controller = controller()) {
      controller.start();
      await().until(() -> version() >= 0);
      // an entry is also written when the last one is old, which is once in ten seconds
      await().pollInSameThread().until(this::aHealthyLagIsNotWritten);
      int before = version();
      lag = lag(9000);
      await().until(() -> version() > before);
    }
  }

  private boolean aHealthyLagIsNotWritten() throws Exception {
    int before = version();
    long healthy = lag.lagMillis() == 2500 ? 2999 : 2500;
    lag = new InputLag("goku-ingest", 1, List.of(new TopicLag("metrics", 900, healthy)), "");
    awaitLooks();
    return version() == before;
  }

  /// Waits until the publisher has handled what it sees from now on.
  private void awaitLooks() {
    int seen = looks.get() + 2;
    await().until(() -> looks.get() >= seen);
  }

  @Test
  void anotherControllerWritesNothing() throws Exception {
    leads = false;
    try (var other = controller();
        var root = root()) {
      other.start();
      awaitLooks();
      assertThat(version()).isEqualTo(-1);
      leads = true;
      await().until(() -> root.published().isPresent());
    }
  }

  @Test
  void withoutAnEntryNoLagIsKnown() {
    try (var root = root()) {
      assertThat(root.lagMillis()).isZero();
    }
  }

  @Test
  void theLagGrowsWhenNoControllerWritesForHalfAMinute() throws Exception {
    write(InputLagPublisher.PATH, InputLagJson.write(NOW.toEpochMilli(), lag(100)));
    try (var root = root()) {
      pass(30);
      assertThat(root.lagMillis()).isEqualTo(100);
      pass(1);
      assertThat(root.lagMillis()).isEqualTo(31_100);
      write(InputLagPublisher.PATH, InputLagJson.write(NOW.toEpochMilli(), lag(200)));
      await().until(() -> root.lagMillis() == 200);
    }
  }

  @Test
  void anEntryThatARootFindsAtItsStartIsAsOldAsItSays() throws Exception {
    long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
    write(InputLagPublisher.PATH, InputLagJson.write(hourAgo, lag(100)));
    try (var root = root()) {
      assertThat(root.lagMillis()).isEqualTo(3_600_100);
    }
  }

  @Test
  void aControllerThatPublishesOnlyNodesIsOfAnOlderVersion() throws Exception {
    long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
    write(InputLagPublisher.PATH, InputLagJson.write(hourAgo, lag(9000)));
    write("/goku/nodes", nodes());
    try (var root = root()) {
      assertThat(root.lagMillis()).isZero();
      pass(31);
      assertThat(root.lagMillis()).isEqualTo(3_640_000);
    }
  }

  @Test
  void anEntryThatCannotBeReadIsCountedAndTheOneBeforeStays() throws Exception {
    write(InputLagPublisher.PATH, InputLagJson.write(NOW.toEpochMilli(), lag(7000)));
    try (var root = root()) {
      write(InputLagPublisher.PATH, "{}".getBytes(UTF_8));
      await().until(() -> registry.get("goku.cluster.unreadable").counter().count() == 1);
      assertThat(root.lagMillis()).isEqualTo(7000);
    }
  }

  private static byte[] nodes() {
    return "{\"version\":1,\"at\":%d,\"nodes\":[]}".formatted(NOW.toEpochMilli()).getBytes(UTF_8);
  }

  private static InputLag lag(long millis) {
    return new InputLag("goku-ingest", 1, List.of(new TopicLag("metrics", 5, millis)), "");
  }

  private InputLagPublisher controller() {
    return new InputLagPublisher(
        client,
        () -> {
          looks.incrementAndGet();
          return leads;
        },
        () -> Optional.of(lag),
        InstantSource.fixed(NOW));
  }

  private InputLagFollower root() {
    return new InputLagFollower(client, registry, InstantSource.fixed(NOW), nanos::get);
  }

  private void pass(int seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  private void write(String path, byte[] json) throws Exception {
    client.curator().create().orSetData().creatingParentsIfNeeded().forPath(path, json);
  }

  /// Returns the number of changes of the entry; -1 before the first write.
  private int version() throws Exception {
    Stat stat = client.curator().checkExists().forPath(InputLagPublisher.PATH);
    return stat == null ? -1 : stat.getVersion();
  }
}
