package goku.integration.cluster;

import static goku.integration.cluster.process.ClusterProcesses.RESTART_LIMIT;
import static goku.integration.cluster.process.ClusterProcesses.SESSION_TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.cluster.process.ClusterLayout;
import goku.integration.cluster.process.ClusterProcesses;
import goku.integration.cluster.process.NodeProcess;
import goku.testkit.TestForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// One cluster under load through outages of its parts, and through random faults. In all of it no
/// answer is wrong, none fails, and nothing acknowledged is lost. The report is in
/// `target/chaos-report-1.txt`, what the processes printed in `target/chaos-logs/1`.
///
/// Each test begins with a healthy cluster. After a test that failed that is a new one, whose
/// number is one higher.
///
/// The short form has as few faults as show every kind of trouble, and an outage ends once it was
/// noticed and answers came in spite of it. The long form has outages of two minutes, pauses of 30
/// s and a hundred faults. Another seed gives another sequence of them:
///
/// ```
/// .ci/test integration-tests ClusterChaosIT -Plong -Dgoku.seed=2
/// ```
@TestInstance(Lifecycle.PER_CLASS)
class ClusterChaosIT {
  private static final long SEED = TestForm.seed();
  private static final Duration OUTAGE = TestForm.isLong() ? Duration.ofMinutes(2) : Duration.ZERO;
  private static final Duration PAUSE = TestForm.isLong() ? Duration.ofSeconds(30) : Duration.ZERO;
  private static final List<List<String>> SERVICES =
      List.of(
          ClusterLayout.SHORTS,
          ClusterLayout.LONGS,
          ClusterLayout.COMPACTORS,
          ClusterLayout.INGESTS,
          ClusterLayout.ROOTS,
          ClusterLayout.CONTROLLERS);

  /// One for each service in the short form.
  private static final int FAULTS = TestForm.isLong() ? 100 : SERVICES.size();

  /// Answers without which an outage has not shown that the cluster goes on.
  private static final int ENOUGH = 20;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private Path directory;

  private @Nullable LoadedCluster started;
  private int clusters;

  @BeforeAll
  void keep(@TempDir Path temporary) {
    directory = temporary;
  }

  @BeforeEach
  void requireACluster() {
    if (started == null || started.isBroken()) {
      stop();
      String number = Integer.toString(++clusters);
      Path target = ClusterProcesses.target();
      started =
          new LoadedCluster(
              directory.resolve(number),
              target.resolve("chaos-logs").resolve(number),
              target.resolve("chaos-report-%s.txt".formatted(number)));
    }
  }

  @AfterAll
  void stop() {
    if (started != null) {
      started.close();
      started = null;
    }
  }

  /// The leading controller restarts all storage nodes, one at a time, and none further if the
  /// first one does not start again.
  @Test
  void aRolloutIsNotNoticed() throws Exception {
    String stage = "rollout";
    cluster()
        .stage(
            stage,
            () -> {
              List<Integer> failures = cluster().writeFailures();
              try (var pods = new PodRunner(processes())) {
                pods.breakRevision("bad");
                pods.upgrade("bad");
                await().atMost(RESTART_LIMIT).until(() -> pods.evicted().size() == 1);
                last(OUTAGE, () -> !cluster().map().answers("long-a"));
                assertThat(pods.evicted()).containsExactly("long-a bad");
                pods.upgrade("good");
                await().atMost(RESTART_LIMIT).until(pods::isUpgraded);
                assertThat(pods.evicted())
                    .containsExactly(
                        "long-a bad",
                        "long-a good",
                        "long-b good",
                        "short-a good",
                        "short-b good",
                        "short-c good");
              }
              assertThat(cluster().writeFailures()).isEqualTo(failures);
            });
    assertThat(cluster().tally().marked(stage)).as(cluster().tally().report()).isZero();
  }

  @Test
  void aWholeZoneCanBeKilled() throws Exception {
    List<String> zone = List.of("short-a", "long-a");
    cluster()
        .stage(
            "zone a down",
            () -> {
              zone.forEach(node -> process(node).kill());
              last(OUTAGE, () -> zone.stream().noneMatch(cluster().map()::has));
              processes().restart(zone);
            });
  }

  /// A root calls an unavailable node until it has read its state in the shard map: in queries that
  /// began before, and now and then as a probe.
  @Test
  void aPausedNodeIsNotAskedOnceTheShardMapSaysSo() throws Exception {
    cluster()
        .stage(
            "short-a paused",
            () -> {
              var calls = new RootCalls(processes().layout(), "root-a");
              NodeProcess paused = process("short-a");
              paused.pause();
              cluster().awaitAnswers(ENOUGH);
              await().atMost(RESTART_LIMIT).until(() -> !cluster().map().offers("short-a"));
              cluster().withoutQueries(calls::awaitNewerMap);
              // if all nodes are slow, the paused one is not worse than the others for a moment
              await()
                  .pollInSameThread()
                  .atMost(RESTART_LIMIT)
                  .until(() -> onlyOtherZonesAreCalled(calls));
              double own = calls.toOwnZone();
              paused.resume();
              paused.awaitReady();
              await().atMost(RESTART_LIMIT).until(() -> calls.toOwnZone() > own);
            });
  }

  private static boolean onlyOtherZonesAreCalled(RootCalls calls) {
    double own = calls.toOwnZone();
    double others = calls.toOtherZones();
    await().atMost(RESTART_LIMIT).until(() -> calls.toOtherZones() >= others + ENOUGH);
    return calls.toOwnZone() == own;
  }

  @Test
  void queriesAndWritesGoOnWithoutZooKeeper() throws Exception {
    cluster()
        .stage(
            "ZooKeeper down",
            () -> {
              NodeProcess zooKeeper = process("zookeeper");
              zooKeeper.kill();
              // its clients give their sessions up after the timeout, and none sees that from
              // outside
              Duration least = SESSION_TIMEOUT.plusSeconds(1);
              last(
                  OUTAGE.compareTo(least) > 0 ? OUTAGE : least,
                  () -> ClusterLayout.CONTROLLERS.stream().noneMatch(metrics()::leads));
              cluster().awaitProgress();
              zooKeeper.restart(RESTART_LIMIT);
              await()
                  .atMost(RESTART_LIMIT)
                  .until(() -> ClusterLayout.CONTROLLERS.stream().anyMatch(metrics()::leads));
            });
  }

  @Test
  void queriesGoOnWithoutKafkaAndProducersSeeErrors() throws Exception {
    cluster()
        .stage(
            "Kafka down",
            () -> {
              List<Integer> before = cluster().writeFailures();
              NodeProcess kafka = process("kafka");
              kafka.kill();
              last(OUTAGE, () -> everyWriterFailedSince(before));
              kafka.restart(RESTART_LIMIT);
            });
  }

  private boolean everyWriterFailedSince(List<Integer> before) {
    List<Integer> now = cluster().writeFailures();
    for (int i = 0; i < now.size(); i++) {
      if (now.get(i) <= before.get(i)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void nothingIsLostAndNoAnswerIsWrongWhateverProcessFails() throws Exception {
    var sequence = new FaultSequence(SEED, SERVICES);
    cluster()
        .stage(
            "chaos",
            () -> {
              for (int i = 0; i < FAULTS; i++) {
                happen(sequence.next());
                processes().awaitAllReady();
              }
            });
    requireEverythingOfEachZone("each zone after chaos");
  }

  @Test
  void aNodeThatIsAddedTakesShardsAndGivesThemBackAlsoWhenItIsKilled() throws Exception {
    cluster()
        .stage(
            "nodes added",
            () -> {
              processes().start("short-a2");
              awaitMetric(() -> metrics().memoryShards("short-a2") == 2);
              awaitMetric(() -> metrics().memoryShards("short-a") == 2);
              cluster().awaitProgress();
              processes().start("long-c");
              awaitMetric(() -> metrics().diskShards("long-c") > 0);
              cluster().awaitProgress();
              processes().retire("short-a2");
              awaitMetric(() -> metrics().memoryShards("short-a") == 4);
              process("long-c").kill();
              awaitMetric(
                  () -> metrics().diskShards("long-a") + metrics().diskShards("long-b") == 4);
              processes().retire("long-c");
            });
  }

  @Test
  void eachZoneHasEverythingByItself() throws Exception {
    requireEverythingOfEachZone("each zone by itself");
  }

  private void requireEverythingOfEachZone(String stage) throws Exception {
    cluster()
        .quietStage(
            stage,
            () -> {
              for (String only : ClusterLayout.SHORTS) {
                List<String> others = new ArrayList<>(ClusterLayout.SHORTS);
                others.remove(only);
                others.forEach(node -> process(node).pause());
                cluster().inspect();
                others.forEach(node -> process(node).resume());
                others.forEach(node -> process(node).awaitReady());
              }
            });
  }

  private void happen(Fault fault) {
    cluster().tally().event(fault.toString());
    fault.happen(processes(), () -> last(PAUSE, () -> isNoticed(fault.process())));
    cluster().tally().event(fault.process() + " is ready");
  }

  /// Tells whether the other processes have given up a paused one.
  private boolean isNoticed(String process) {
    if (ClusterLayout.CONTROLLERS.contains(process)) {
      return ClusterLayout.CONTROLLERS.stream()
          .filter(other -> !other.equals(process))
          .anyMatch(metrics()::leads);
    }
    return !cluster().map().has(process); // also of those that are never in it
  }

  /// Returns when an outage has lasted that long, the condition has come true, and answers have
  /// come after that.
  private void last(Duration least, BooleanSupplier noticed) {
    long begin = System.nanoTime();
    await()
        .atMost(least.plus(RESTART_LIMIT))
        .until(() -> System.nanoTime() - begin >= least.toNanos() && noticed.getAsBoolean());
    cluster().awaitAnswers(ENOUGH);
  }

  private static void awaitMetric(BooleanSupplier condition) {
    await().atMost(RESTART_LIMIT).until(condition::getAsBoolean);
  }

  private LoadedCluster cluster() {
    if (started == null) {
      throw new IllegalStateException("no cluster was started");
    }
    return started;
  }

  private NodeMetrics metrics() {
    return new NodeMetrics(processes().layout());
  }

  private ClusterProcesses processes() {
    return cluster().processes();
  }

  private NodeProcess process(String name) {
    return processes().get(name);
  }
}
