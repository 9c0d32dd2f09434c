package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import goku.standalone.process.AgentProcess;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the agents on the Kubernetes nodes.
class AgentTest {
  private static final String NAME = "metrics-goku-agent";

  @TempDir private Path directory;

  @Test
  void byDefaultThereIsNone() {
    Manifests manifests = Chart.rendered("minimal", "{}");

    assertThat(manifests.all(DaemonSet.class)).isEmpty();
    assertThat(manifests.text()).doesNotContain(NAME);
  }

  @Test
  void anAgentRunsOnEveryNodeAndSeesItsNetworkAndItsProcesses() {
    PodSpec pod = pod("agent: {enabled: true}");

    assertThat(pod.getTolerations())
        .singleElement()
        .satisfies(any -> assertThat(any.getOperator()).isEqualTo("Exists"));
    assertThat(pod.getHostNetwork()).isTrue();
    assertThat(pod.getHostPID()).isTrue();
    assertThat(pod.getDnsPolicy()).isEqualTo("ClusterFirstWithHostNet");
    assertThat(pod.getTopologySpreadConstraints()).isEmpty();
  }

  @Test
  void theTagHostIsTheNameOfTheNodeBesidesTheTagsOfTheValues() throws IOException {
    Container agent = pod("agent: {enabled: true}").getContainers().getFirst();

    assertThat(agent.getEnv())
        .filteredOn(variable -> variable.getName().equals("NODE_NAME"))
        .singleElement()
        .satisfies(
            variable ->
                assertThat(variable.getValueFrom().getFieldRef().getFieldPath())
                    .isEqualTo("spec.nodeName"));
    assertThat(load("{}").agent().tags())
        .containsOnly(entry("dc", "fra"), entry("host", ConfiguredProcess.NAME_OF_NODE));
    assertThat(load("agent: {config: {tags: {host: other}}}").agent().tags())
        .containsEntry("host", "other");
  }

  @Test
  void anAgentHasTheKafkaOfTheReleaseAndItsSecrets() throws IOException {
    AgentProcess process = load("{}");

    assertThat(process.agent().kafka().bootstrapServers()).isEqualTo("kafka:9093");
    assertThat(process.agent().kafka().properties())
        .contains(
            "security.protocol=SASL_SSL",
            "sasl.jaas.config=${secret:/etc/goku/kafka:sasl.jaas.config}");
    assertThat(process.agent().spoolDirectory()).isEqualTo("/data");
  }

  /// The port is one of the Kubernetes node, and has no users.
  @Test
  void onlyWithPrometheusTheMetricsOfAnAgentLeaveItsNode() throws IOException {
    assertThat(load("serviceMonitor: {enabled: false}").bind()).isEqualTo("127.0.0.1");
    assertThat(load("{}").bind()).isEqualTo("0.0.0.0");
    assertThat(Chart.rendered("secure", "{}").one(ServiceMonitor.class, NAME)).isNotNull();
    Container agent = pod("agent: {enabled: true}").getContainers().getFirst();
    assertThat(agent.getLivenessProbe().getHttpGet().getHost()).isEqualTo("127.0.0.1");
    assertThat(agent.getLivenessProbe().getHttpGet().getPort().getStrVal()).isEqualTo("agent");
  }

  private AgentProcess load(String values) throws IOException {
    Manifests manifests = Chart.rendered("secure", values);
    return (AgentProcess) ConfiguredProcess.of(manifests, NAME).load(directory);
  }

  private static PodSpec pod(String values) {
    return Chart.rendered("minimal", values)
        .one(DaemonSet.class, NAME)
        .getSpec()
        .getTemplate()
        .getSpec();
  }
}
