package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests of the workloads, the placement of their pods, and their permissions.
class PlacementTest {
  static List<Path> valuesFiles() throws IOException {
    return Chart.valuesFiles();
  }

  @Test
  void everyServiceHasTheRightKindOfWorkload() {
    Manifests manifests = Chart.OURS.render(Chart.valuesFile("minimal"));

    assertThat(manifests.all(Deployment.class))
        .extracting(one -> one.getMetadata().getName())
        .containsExactlyInAnyOrder(
            "metrics-goku-controller",
            "metrics-goku-ingest",
            "metrics-goku-root-a",
            "metrics-goku-root-b");
    assertThat(manifests.all(StatefulSet.class))
        .extracting(
            one -> one.getMetadata().getName() + one.getSpec().getVolumeClaimTemplates().size())
        .containsExactlyInAnyOrder(
            "metrics-goku-compactor0",
            "metrics-goku-long-a1",
            "metrics-goku-long-b1",
            "metrics-goku-short-a1",
            "metrics-goku-short-b1");
    assertThat(manifests.all(PodDisruptionBudget.class)).hasSize(6);
  }

  @Test
  void aSingleNodeIsOnePodWithOneVolume() {
    Manifests manifests =
        Chart.OURS.render(Chart.OURS.directory().resolve("values-single-node.yaml"));

    assertThat(manifests.pods()).containsOnlyKeys("metrics-goku-standalone");
    StatefulSet set = manifests.one(StatefulSet.class, "metrics-goku-standalone");
    assertThat(set.getSpec().getReplicas()).isEqualTo(1);
    assertThat(set.getSpec().getVolumeClaimTemplates()).hasSize(1);
  }

  @Test
  void podsOfAZoneGoToItsNodes() {
    PodSpec pod = pod("zones", "metrics-goku-short-eu-west-1b");

    var term =
        pod.getAffinity()
            .getNodeAffinity()
            .getRequiredDuringSchedulingIgnoredDuringExecution()
            .getNodeSelectorTerms()
            .getFirst()
            .getMatchExpressions()
            .getFirst();
    assertThat(term.getKey()).isEqualTo("topology.kubernetes.io/zone");
    assertThat(term.getValues()).containsExactly("eu-west-1b");
  }

  @Test
  void withoutZonesOfNodesThePodsKeepAwayFromThoseOfOtherZones() {
    PodSpec pod = pod("minimal", "metrics-goku-long-a");

    var term =
        pod.getAffinity()
            .getPodAntiAffinity()
            .getPreferredDuringSchedulingIgnoredDuringExecution()
            .getFirst()
            .getPodAffinityTerm();
    assertThat(term.getTopologyKey()).isEqualTo("kubernetes.io/hostname");
    assertThat(term.getLabelSelector().getMatchLabels())
        .containsEntry("app.kubernetes.io/component", "long")
        .doesNotContainKey("goku/zone");
    assertThat(term.getLabelSelector().getMatchExpressions())
        .singleElement()
        .satisfies(
            other -> {
              assertThat(other.getOperator()).isEqualTo("NotIn");
              assertThat(other.getValues()).containsExactly("a");
            });
  }

  @Test
  void whatHasNoZoneIsSpreadOverThem() {
    assertThat(pod("minimal", "metrics-goku-ingest").getTopologySpreadConstraints())
        .extracting(one -> one.getTopologyKey())
        .containsExactly("topology.kubernetes.io/zone", "kubernetes.io/hostname");
  }

  @Test
  void onlyRootsAndControllersCallStorageNodesAndIngestorsThoseInMemory() {
    assertThat(callers("metrics-goku-long")).containsExactly("root", "controller");
    assertThat(callers("metrics-goku-short")).containsExactly("root", "controller", "ingest");
  }

  private static List<String> callers(String node) {
    NetworkPolicy policy =
        Chart.OURS.render(Chart.valuesFile("secure")).one(NetworkPolicy.class, node);
    return policy.getSpec().getIngress().stream()
        .filter(rule -> "rpc".equals(rule.getPorts().getFirst().getPort().getStrVal()))
        .flatMap(rule -> rule.getFrom().stream())
        .map(peer -> peer.getPodSelector().getMatchLabels().get("app.kubernetes.io/component"))
        .toList();
  }

  @Test
  void probesSpeakTlsWhereThePublicPortDoes() {
    assertThat(probed("secure", "metrics-goku-root-a")).isEqualTo("admin HTTPS");
    assertThat(probed("secure", "metrics-goku-short-a")).isEqualTo("http HTTP");
    assertThat(probed("minimal", "metrics-goku-root-a")).isEqualTo("admin HTTP");
  }

  @ParameterizedTest
  @MethodSource("valuesFiles")
  void onlyControllersCallKubernetesAndNoPodIsRootOrIsToldOfOtherServices(Path values) {
    assertThat(Chart.OURS.render(values).pods().values())
        .allSatisfy(
            template -> {
              PodSpec pod = template.getSpec();
              var container = pod.getContainers().getFirst().getSecurityContext();
              assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
              assertThat(container.getReadOnlyRootFilesystem()).isTrue();
              assertThat(container.getAllowPrivilegeEscalation()).isFalse();
              assertThat(container.getCapabilities().getDrop()).containsExactly("ALL");
              String service =
                  template.getMetadata().getLabels().get("app.kubernetes.io/component");
              assertThat(pod.getAutomountServiceAccountToken())
                  .isEqualTo("controller".equals(service));
              assertThat(pod.getEnableServiceLinks()).isFalse();
            });
  }

  private static String probed(String values, String workload) {
    var asked = pod(values, workload).getContainers().getFirst().getReadinessProbe().getHttpGet();
    return asked.getPort().getStrVal() + " " + asked.getScheme();
  }

  private static PodSpec pod(String values, String workload) {
    return Objects.requireNonNull(
            Chart.OURS.render(Chart.valuesFile(values)).pods().get(workload), workload)
        .getSpec();
  }
}
