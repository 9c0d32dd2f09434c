package goku.integration.cluster;

import static goku.integration.cluster.process.ClusterProcesses.RESTART_LIMIT;

import goku.integration.cluster.process.ClusterLayout;
import goku.integration.cluster.process.ClusterProcesses;
import goku.integration.cluster.process.NodeProcess;
import goku.testkit.TestForm;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A cluster under load whose processes are killed one after the other, in an order that the seed
/// decides. After each ten kills all that was acknowledged is there, exactly. The report is in
/// `target/kills-report.txt`. The kills of a sequence that was interrupted go on with a new
/// cluster:
///
/// ```
/// .ci/test integration-tests/cluster ClusterKillsIT -Plong -Dgoku.seed=2 -Dgoku.first-kill=120
/// ```
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class ClusterKillsIT {
  private static final int KILLS = 200;
  private static final int FIRST = Integer.getInteger("goku.first-kill", 0);
  private static final int BETWEEN_INSPECTIONS = 10;
  private static final List<String> PROCESSES =
      Stream.of(
              ClusterLayout.SHORTS,
              ClusterLayout.LONGS,
              ClusterLayout.COMPACTORS,
              ClusterLayout.INGESTS,
              ClusterLayout.ROOTS,
              ClusterLayout.CONTROLLERS,
              List.of("kafka", "zookeeper"))
          .flatMap(List::stream)
          .toList();

  @TempDir Path temporary;

  @Test
  void nothingIsLostWhateverIsKilled() throws Exception {
    var random = new Random(TestForm.seed());
    List<String> victims =
        Stream.generate(() -> PROCESSES.get(random.nextInt(PROCESSES.size())))
            .limit(KILLS)
            .skip(FIRST)
            .toList();
    Path target = ClusterProcesses.target();
    try (var cluster =
        new LoadedCluster(
            temporary, target.resolve("kills-logs"), target.resolve("kills-report.txt"))) {
      for (int i = 0; i < victims.size(); i += BETWEEN_INSPECTIONS) {
        int first = FIRST + i;
        List<String> some = victims.subList(i, Math.min(victims.size(), i + BETWEEN_INSPECTIONS));
        System.out.printf("kills from -Dgoku.first-kill=%d on: %s%n", first, some);
        cluster.stage("kills from %d on".formatted(first), () -> kill(cluster, some));
      }
    }
  }

  private static void kill(LoadedCluster cluster, List<String> victims) {
    for (String victim : victims) {
      cluster.tally().event("kill " + victim);
      NodeProcess process = cluster.processes().get(victim);
      process.kill();
      process.restart(RESTART_LIMIT);
      cluster.processes().awaitAllReady();
    }
  }
}
