package goku.integration.cluster;

import static goku.integration.cluster.process.ClusterProcesses.RESTART_LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.cluster.process.ClusterLayout;
import goku.integration.cluster.process.ClusterProcesses;
import goku.integration.cluster.process.NodeProcess;
import goku.integration.fixture.GokuHttp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// One cluster under load through outages of its parts, and then through random faults. In all of
/// it no answer is wrong, none fails, and nothing acknowledged is lost. The report is in
/// `target/chaos-report.txt`, what the processes printed in `target/chaos-logs`.
///
/// The long form, with outages of two minutes and pauses of 30 s; another seed gives another
/// sequence of faults:
///
/// ```
/// mvn verify -pl integration-tests -am -Dtest=none -Dit.test=ClusterChaosIT \
///   -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
///   -Dgoku.chaos.seconds=600 -Dgoku.chaos.seed=2
/// ```
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterChaosIT {
  private static final Duration FAULTS =
      Duration.ofSeconds(Integer.getInteger("goku.chaos.seconds", 30));
  private static final long SEED = Long.getLong("goku.chaos.seed", 1);
  private static final boolean LONG = FAULTS.compareTo(Duration.ofMinutes(5)) > 0;
  private static final Duration OUTAGE = Duration.ofSeconds(LONG ? 120 : 12);
  private static final Duration PAUSE = Duration.ofSeconds(LONG ? 30 : 8);

  /// The controllers look at each node twice a second, and the roots hear of it at once.
  private static final Duration NOTICED = Duration.ofSeconds(3);

  /// What a killed node had others have by then: it counts as alive for 6 s, and may come back
  /// within 15 s more.
  private static final Duration TAKEOVER_LIMIT = Duration.ofSeconds(30);

  @SuppressWarnings("NullAway.Init") // set before the first test
  private LoadedCluster cluster;

  @BeforeAll
  void start(@TempDir Path directory) {
    cluster = new LoadedCluster(directory);
    cluster.inspect();
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @Test
  @Order(1)
  void aRollingRestartOfGokuSIsNotNoticed() throws Exception {
    cluster.stage(
        "rolling restart of GokuS",
        () -> {
          for (String node : ClusterLayout.SHORTS) {
            happen(new Fault(node, Fault.Kind.RESTART));
          }
        });
  }

  @Test
  @Order(2)
  void aWholeZoneCanBeKilled() throws Exception {
    cluster.stage(
        "zone a down",
        () -> {
          List<NodeProcess> zone = List.of(process("short-a"), process("long-a"));
          zone.forEach(NodeProcess::kill);
          Thread.sleep(OUTAGE); // the fault itself
          zone.forEach(node -> node.restart(RESTART_LIMIT));
        });
    cluster.inspect();
  }

  @Test
  @Order(3)
  void aPausedNodeIsNotAskedOnceItIsNoticed() throws Exception {
    var root =
        new GokuHttp(processes().layout().http("root-a"), processes().layout().admin("root-a"));
    cluster.stage(
        "short-a paused",
        () -> {
          NodeProcess paused = process("short-a");
          paused.pause();
          var watched = new ZoneCalls(root);
          await().atMost(RESTART_LIMIT).until(() -> watched.othersInARow() >= 20);
          assertThat(watched.lastOwn()).isLessThan(NOTICED);
          double own = callsOfShort(root, "own");
          double other = callsOfShort(root, "other");
          await().atMost(RESTART_LIMIT).until(() -> callsOfShort(root, "other") >= other + 20);
          assertThat(callsOfShort(root, "own")).isEqualTo(own);
          paused.resume(RESTART_LIMIT);
          await().atMost(RESTART_LIMIT).until(() -> callsOfShort(root, "own") > own);
        });
  }

  @Test
  @Order(4)
  void queriesAndWritesGoOnWithoutZooKeeper() throws Exception {
    cluster.stage(
        "ZooKeeper down",
        () -> {
          NodeProcess zooKeeper = process("zookeeper");
          zooKeeper.kill();
          Thread.sleep(OUTAGE); // the fault itself
          cluster.awaitProgress();
          zooKeeper.restart(RESTART_LIMIT);
        });
  }

  @Test
  @Order(5)
  void queriesGoOnWithoutKafkaAndProducersSeeErrors() throws Exception {
    List<Integer> failures = cluster.writeFailures();
    cluster.stage(
        "Kafka down",
        () -> {
          NodeProcess kafka = process("kafka");
          kafka.kill();
          Thread.sleep(OUTAGE); // the fault itself
          for (int i = 0; i < failures.size(); i++) {
            assertThat(cluster.writeFailures().get(i)).isGreaterThan(failures.get(i));
          }
          kafka.restart(RESTART_LIMIT);
        });
    cluster.inspect();
  }

  @Test
  @Order(6)
  void nothingIsLostAndNoAnswerIsWrongWhateverProcessFails() throws Exception {
    var sequence =
        new FaultSequence(
            SEED,
            List.of(
                ClusterLayout.SHORTS,
                ClusterLayout.LONGS,
                ClusterLayout.COMPACTORS,
                ClusterLayout.INGESTS,
                ClusterLayout.ROOTS,
                ClusterLayout.CONTROLLERS));
    cluster.stage(
        "chaos",
        () -> {
          long end = System.nanoTime() + FAULTS.toNanos();
          while (System.nanoTime() < end) {
            happen(sequence.next());
            processes().awaitAllReady();
          }
        });
    cluster.inspect();
  }

  @Test
  @Order(7)
  void aNodeThatIsAddedTakesShardsAndGivesThemBackAlsoWhenItIsKilled() throws Exception {
    cluster.stage(
        "nodes added",
        () -> {
          processes().start("short-a2");
          await()
              .atMost(RESTART_LIMIT)
              .until(() -> memoryShards("short-a2") == 2 && memoryShards("short-a") == 2);
          cluster.awaitProgress();
          processes().start("long-c");
          await().atMost(RESTART_LIMIT).until(() -> diskShards("long-c") > 0);
          cluster.awaitProgress();
          processes().retire("short-a2");
          await().atMost(RESTART_LIMIT).until(() -> memoryShards("short-a") == 4);
          process("long-c").kill();
          await()
              .atMost(TAKEOVER_LIMIT)
              .until(() -> diskShards("long-a") + diskShards("long-b") == 4);
          processes().retire("long-c");
        });
    cluster.inspect();
  }

  @Test
  @Order(8)
  void afterAllThatEachZoneHasEverythingByItself() {
    cluster.stopLoad();
    for (String only : ClusterLayout.SHORTS) {
      List<String> others = new ArrayList<>(ClusterLayout.SHORTS);
      others.remove(only);
      others.forEach(node -> process(node).pause());
      cluster.inspect();
      others.forEach(node -> process(node).resume(RESTART_LIMIT));
    }
    assertThat(cluster.tally().wrong()).as(cluster.tally().report()).isZero();
  }

  private void happen(Fault fault) throws InterruptedException {
    cluster.tally().event(fault.toString());
    fault.happen(processes(), PAUSE);
    cluster.tally().event(fault.process() + " is ready");
  }

  private ClusterProcesses processes() {
    return cluster.processes();
  }

  private NodeProcess process(String name) {
    return processes().get(name);
  }

  /// Of the four shards of GokuS those that are open on the node.
  private long memoryShards(String node) {
    var http = new GokuHttp(processes().layout().http(node));
    return IntStream.range(0, 4)
        .filter(shard -> !Double.isNaN(http.metric("goku_short_lag{", "shard=\"" + shard + "\"")))
        .count();
  }

  private double diskShards(String node) {
    return new GokuHttp(processes().layout().http(node)).metric("goku_long_shards ");
  }

  /// What a root asks, looked at again and again from now on.
  private static final class ZoneCalls {
    private final GokuHttp root;
    private final long started = System.nanoTime();
    private double own = Double.NaN;
    private double othersThen;
    private Duration lastOwn = Duration.ZERO;
    private Duration looked = Duration.ZERO;

    ZoneCalls(GokuHttp root) {
      this.root = root;
    }

    /// Calls to another zone since the last one to the root's own.
    double othersInARow() {
      double ownNow = callsOfShort(root, "own");
      double othersNow = callsOfShort(root, "other");
      if (own != ownNow) {
        own = ownNow;
        othersThen = othersNow;
        lastOwn = looked; // it was after that look
      }
      looked = Duration.ofNanos(System.nanoTime() - started);
      return othersNow - othersThen;
    }

    /// When its own zone was asked last, from the beginning on.
    Duration lastOwn() {
      return lastOwn;
    }
  }

  private static double callsOfShort(GokuHttp root, String zone) {
    return root.metric("goku_root_routing_calls_total", "store=\"short\"", "zone=\"" + zone + "\"");
  }
}
