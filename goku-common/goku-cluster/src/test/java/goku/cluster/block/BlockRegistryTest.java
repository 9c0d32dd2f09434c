package goku.cluster.block;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.embedded.EmbeddedZooKeeper;
import goku.model.Block;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.service.ClusterException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockRegistryTest {

  @TempDir private Path directory;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private EmbeddedZooKeeper zookeeper;
  private ClusterClient root;
  private ClusterClient other;

  @BeforeEach
  void start() {
    zookeeper = new EmbeddedZooKeeper(directory);
    zookeeper.start();
    root = connect();
    other = connect();
  }

  @AfterEach
  void stop() {
    root.close();
    other.close();
    zookeeper.close();
  }

  private ClusterClient connect() {
    var client = new ClusterClient(new ClusterConfig(zookeeper.connectString(), "zone", "node"));
    client.start();
    return client;
  }

  private static Block block(String metric, boolean prefix) {
    return new Block(new BlockRule(metric, prefix), "", 7);
  }

  private static UnaryOperator<List<Block>> adding(Block block) {
    return before -> {
      List<Block> after = new ArrayList<>(before);
      after.add(block);
      return after;
    };
  }

  @Test
  void aShortListIsReadableJson() throws Exception {
    var registry = new BlockRegistry(root);
    assertThat(registry.read()).isEmpty();
    registry.change(adding(new Block(new BlockRule("b", true), "nobody asks", 7)));
    registry.change(adding(block("a", false)));
    assertThat(new String(root.curator().getData().forPath("/goku/blocked"), UTF_8))
        .isEqualTo(
            "{\"version\":1,\"blocks\":[{\"metric\":\"a\",\"since\":7},"
                + "{\"metric\":\"b\",\"prefix\":true,\"reason\":\"nobody asks\",\"since\":7}]}");
    assertThat(new BlockRegistry(other).read())
        .containsExactly(block("a", false), new Block(new BlockRule("b", true), "nobody asks", 7));
  }

  @Test
  void rootsThatChangeTheListAtTheSameTimeLoseNothing() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<List<Block>>> changes = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        var registry = new BlockRegistry(i % 2 == 0 ? root : other);
        Block block = block("metric" + i, i % 3 == 0);
        changes.add(() -> registry.change(adding(block)));
      }
      for (var done : threads.invokeAll(changes)) {
        assertThat(done.get()).isNotEmpty();
      }
    }
    assertThat(new BlockRegistry(root).read())
        .extracting(block -> block.rule().metric())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 40).mapToObj(i -> "metric" + i).toList());
  }

  @Test
  void aChangeThatChangesNothingIsNotWritten() throws Exception {
    var registry = new BlockRegistry(root);
    registry.change(adding(block("a", false)));
    int version = root.curator().checkExists().forPath("/goku/blocked").getVersion();
    registry.change(UnaryOperator.identity());
    assertThat(root.curator().checkExists().forPath("/goku/blocked").getVersion())
        .isEqualTo(version);
  }

  /// Uses as many rules as the paper mentions, with names that compress badly.
  @Test
  void sixtyThousandRulesWithLongNamesAreFollowed() throws Exception {
    var random = new Random(1);
    List<Block> many =
        IntStream.range(0, 60_000)
            .mapToObj(
                i ->
                    block(
                        "team%d.%016x%016x%016x.%d"
                            .formatted(
                                i % 50, random.nextLong(), random.nextLong(), random.nextLong(), i),
                        false))
            .toList();
    try (var follower = new BlocklistFollower(other, meters)) {
      follower.start();
      var registry = new BlockRegistry(root);
      registry.change(adding(block("first", false)));
      registry.change(before -> many);
      List<String> parts = root.curator().getChildren().forPath("/goku/blocked-parts");
      assertThat(parts).hasSizeGreaterThan(1);
      await().until(() -> follower.blocklist().current().rules().size() == many.size());
      assertThat(many).allMatch(one -> follower.blocklist().current().blocks(one.rule().metric()));
      assertThat(registry.read()).hasSize(many.size());
      // a replaced list leaves no parts behind
      registry.change(adding(block("another", true)));
      assertThat(root.curator().getChildren().forPath("/goku/blocked-parts"))
          .hasSameSizeAs(parts)
          .doesNotContainAnyElementsOf(parts);
      registry.change(before -> List.of());
      assertThat(root.curator().getChildren().forPath("/goku/blocked-parts")).isEmpty();
    }
  }

  @Test
  void aProcessFollowsTheListFromItsStart() {
    var registry = new BlockRegistry(root);
    registry.change(adding(block("a.", true)));
    try (var follower = new BlocklistFollower(other, meters)) {
      follower.start();
      assertThat(follower.blocklist().current().blocks("a.b")).isTrue();
      registry.change(adding(block("c", false)));
      await().until(() -> follower.blocklist().current().blocks("c"));
      assertThat(meters.get("goku.blocklist.rules").gauge().value()).isEqualTo(2);
      follower.change(before -> List.of());
      assertThat(follower.blocklist().current()).extracting(Blocklist::isEmpty).isEqualTo(true);
      assertThat(registry.read()).isEmpty();
    }
  }

  @Test
  void anInvalidListIsRejectedAndThePreviousOneStays() throws Exception {
    var registry = new BlockRegistry(root);
    registry.change(adding(block("a", false)));
    try (var follower = new BlocklistFollower(other, meters)) {
      follower.start();
      for (String text :
          List.of("{", "{\"version\":2,\"blocks\":[]}", "{\"version\":1,\"blocks\":[{}]}")) {
        double before = meters.get("goku.blocklist.refused").counter().count();
        root.curator().setData().forPath("/goku/blocked", text.getBytes(UTF_8));
        await().until(() -> meters.get("goku.blocklist.refused").counter().count() == before + 1);
        assertThat(follower.blocklist().current().blocks("a")).isTrue();
      }
      assertThatThrownBy(() -> registry.change(adding(block("b", false))))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("/goku/blocked")
          .hasRootCauseMessage("blocks[0].metric is missing or not a string");
      root.curator()
          .setData()
          .forPath("/goku/blocked", "{\"version\":1,\"blocks\":[]}".getBytes(UTF_8));
      await().until(() -> follower.blocklist().current().isEmpty());
    }
  }
}
