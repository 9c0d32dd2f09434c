package goku.integration.cluster;

import static goku.integration.cluster.process.ClusterProcesses.RESTART_LIMIT;
import static goku.integration.cluster.process.ClusterProcesses.SESSION_TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.cluster.kubernetes.PodRunner;
import goku.integration.cluster.kubernetes.Revision;
import goku.integration.cluster.process.Build;
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

  /// The time for which a revision that never becomes ready stays. The long form is an hour, unless
  /// `-Dgoku.never-ready` is another number of minutes.
  private static final Duration NEVER_READY =
      TestForm.isLong() ? Duration.ofMinutes(Long.getLong("goku.never-ready", 60)) : Duration.ZERO;

  /// Attempts of a client to write.
  private static final int TRIES = 3;

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

  /// An upgrade replaces all processes by those of another build. Before it, a revision that never
  /// becomes ready stops at its first storage node, and is rolled back.
  @Test
  void upgradesAndRollbacksAreNotNoticed() throws Exception {
    String stage = "upgrades";
    cluster().takeMostFailuresInARow();
    cluster()
        .stage(
            stage,
            () -> {
              try (var pods = new PodRunner(processes())) {
                pods.upgrade(Revision.broken("broken"));
                await().atMost(RESTART_LIMIT).until(() -> pods.evicted().size() == 1);
                last(NEVER_READY, () -> !cluster().map().answers("long-a"));
                assertThat(pods.evicted()).containsExactly("long-a broken");
                changeTo(pods, pods.first());
                var next = new Revision("next", Build.other());
                if (TestForm.isLong()) {
                  pods.upgrade(next);
                  await().atMost(RESTART_LIMIT).until(() -> pods.evicted().size() == 4);
                  changeTo(pods, pods.first());
                }
                changeTo(pods, next);
                assertThat(pods.evicted().subList(pods.evicted().size() - 5, pods.evicted().size()))
                    .containsExactlyInAnyOrder( // whichever may stop first
                        "long-a next",
                        "long-b next",
                        "short-a next",
                        "short-b next",
                        "short-c next");
                if (TestForm.isLong()) {
                  changeTo(pods, pods.first());
                }
                cluster().tally().event("restarted pods: " + pods.evicted());
              }
            });
    requireUnnoticed(stage);
  }

  private static void changeTo(PodRunner pods, Revision revision) {
    pods.upgrade(revision);
    await().atMost(RESTART_LIMIT).until(pods::isUpgraded);
  }

  /// No answer was incomplete, and a client that tries three times wrote all its datapoints.
  private void requireUnnoticed(String stage) {
    assertThat(cluster().tally().marked(stage)).as(cluster().tally().report()).isZero();
    assertThat(cluster().takeMostFailuresInARow()).as(cluster().report()).isLessThan(TRIES);
  }

  /// The same without Kubernetes: an operator asks before each restart.
  @Test
  void restartsAfterOkToStopAreNotNoticed() throws Exception {
    String stage = "restarts after ok-to-stop";
    List<String> nodes = new ArrayList<>(List.of("short-a"));
    if (TestForm.isLong()) {
      nodes.addAll(List.of("short-b", "short-c", "long-a", "long-b"));
    }
    cluster().takeMostFailuresInARow();
    cluster()
        .stage(
            stage,
            () -> {
              for (Build build : List.of(Build.other(), Build.current())) {
                for (String node : nodes) {
                  await()
                      .atMost(RESTART_LIMIT)
                      .until(() -> processes().command("ok-to-stop", node) == 0);
                  process(node).terminate();
                  processes().restart(node, build);
                }
              }
            });
    requireUnnoticed(stage);
  }

  @Test
  void readsMoveAwayFromADrainedZone() throws Exception {
    String stage = "zone a drained";
    cluster()
        .stage(
            stage,
            () -> {
              var calls = new RootCalls(processes().layout(), "root-a");
              assertThat(processes().command("drain", "nobody")).isEqualTo(1);
              assertThat(processes().command("drain", "a")).isZero();
              await()
                  .pollInSameThread()
                  .atMost(RESTART_LIMIT)
                  .until(() -> onlyOtherZonesAreCalled(calls));
              double own = calls.toOwnZone();
              assertThat(processes().command("undrain", "a")).isZero();
              await().atMost(RESTART_LIMIT).until(() -> calls.toOwnZone() > own);
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
