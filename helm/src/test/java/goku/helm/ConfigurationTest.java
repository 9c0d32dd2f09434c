package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import goku.standalone.StandaloneConfig;
import goku.standalone.process.ControllerProcess;
import goku.standalone.process.IngestProcess;
import goku.standalone.process.LongProcess;
import goku.standalone.process.RootProcess;
import goku.standalone.process.ShortProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Tests that each process starts with the chart's configuration: its record accepts file and
/// variables, and contains the intended values.
class ConfigurationTest {
  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> everyProcessTakesItsConfiguration() throws IOException {
    return Chart.valuesFiles().stream()
        .flatMap(
            values -> {
              Manifests manifests = Chart.OURS.render(values);
              return manifests.pods().keySet().stream()
                  .map(
                      workload ->
                          DynamicTest.dynamicTest(
                              values.getFileName() + " " + workload,
                              () -> isTaken(ConfiguredProcess.of(manifests, workload))));
            });
  }

  private void isTaken(ConfiguredProcess process) {
    assertThatCode(() -> process.load(directory)).doesNotThrowAnyException();
  }

  @Test
  void aStorageNodeKnowsItsZoneItsNameAndWhereRootsReachIt() throws IOException {
    var node = (ShortProcess) load("zones", "metrics-goku-short-eu-west-1b");

    assertThat(node.cluster().zone()).isEqualTo("eu-west-1b");
    assertThat(node.cluster().nodeName()).isEqualTo("metrics-goku-short-eu-west-1b-0");
    assertThat(node.rpc().advertise())
        .isEqualTo("metrics-goku-short-eu-west-1b-0.metrics-goku-short-nodes.observability.svc");
    assertThat(node.cluster().zookeeper()).isEqualTo("zk-0.zk:2181,zk-1.zk:2181,zk-2.zk:2181");
  }

  @Test
  void theMemoryOfDatapointsAndOfBlocksFollowsTheLimitOfTheContainer() throws IOException {
    var shortTerm = (ShortProcess) load("zones", "metrics-goku-short-eu-west-1a");
    var longTerm = (LongProcess) load("zones", "metrics-goku-long-eu-west-1a");

    assertThat(shortTerm.shortTerm().memoryBudget().bytes())
        .isEqualTo((64L * 1024 * 55 / 100) << 20);
    assertThat(longTerm.longTerm().blockCache().bytes()).isEqualTo((4L * 1024 * 30 / 100) << 20);
    assertThat(longTerm.longTerm().coldDirectory()).isEqualTo(Path.of("/cold"));
  }

  @Test
  void aRestartIsWaitedForLongerThanByDefault() throws IOException {
    var node = (ShortProcess) load("minimal", "metrics-goku-short-a");
    var controller = (ControllerProcess) load("minimal", "metrics-goku-controller");

    assertThat(node.shortTerm().sessionTimeout()).isEqualTo(Duration.ofSeconds(60));
    assertThat(controller.controller().placement().delay()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void controllersRestartThePodsOfTheirRelease() throws IOException {
    var controller = (ControllerProcess) load("zones", "metrics-goku-controller");

    assertThat(controller.rollout().enabled()).isTrue();
    assertThat(controller.rollout().selector())
        .isEqualTo("app.kubernetes.io/name=goku,app.kubernetes.io/instance=metrics");
  }

  @Test
  void keysOfTheValuesWinAndLargeNumbersStayWhatTheyAre() throws IOException {
    var node = (ShortProcess) load("zones", "metrics-goku-short-eu-west-1a");
    var root = (RootProcess) load("scaling", "metrics-goku-root-a");

    assertThat(node.shortTerm().maxSeriesPerShard()).isEqualTo(20_000_000);
    assertThat(root.root().maxDatapoints()).isEqualTo(500_000_000);
    assertThat(root.http().options().corsDomains()).containsExactly("https://grafana.example");
  }

  @Test
  void secretsComeFromVariablesAndFilesAndAreNotInTheConfiguration() throws IOException {
    Manifests manifests = Chart.OURS.render(Chart.valuesFile("secure"));
    var node = (ShortProcess) load("secure", "metrics-goku-short-a");

    assertThat(node.shortTerm().objectStore().accessKey()).isEqualTo("access-key of the secret");
    assertThat(node.shortTerm().objectStore().secretKey()).isEqualTo("secret-key of the secret");
    assertThat(node.shortTerm().kafka().properties())
        .contains(
            "security.protocol=SASL_SSL",
            "sasl.jaas.config=${secret:/etc/goku/kafka:sasl.jaas.config}");
    assertThat(manifests.text()).doesNotContain("of the secret");
  }

  @Test
  void tlsAndUsersAreAskedForOnThePublicPort() throws IOException {
    var root = (RootProcess) load("secure", "metrics-goku-root-b");
    var standalone = (StandaloneConfig) load("single-node", "metrics-goku-standalone");

    for (var security : List.of(root.http().options().security(), standalone.http().security())) {
      assertThat(security.tlsKey()).isEqualTo(Path.of("/etc/goku/tls-http/tls.key"));
      assertThat(security.authFile()).isEqualTo(Path.of("/etc/goku/auth/users"));
    }
    assertThat(root.rpc().tls().ca()).isEqualTo(Path.of("/etc/goku/tls-rpc/ca.crt"));
    var ingest = (IngestProcess) load("secure", "metrics-goku-ingest");
    assertThat(ingest.rpc().tls().ca()).isEqualTo(Path.of("/etc/goku/tls-rpc/ca.crt"));
  }

  private Record load(String values, String workload) throws IOException {
    Manifests manifests = Chart.OURS.render(Chart.valuesFile(values));
    return ConfiguredProcess.of(manifests, workload).load(directory);
  }
}
