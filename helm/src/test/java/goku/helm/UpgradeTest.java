package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A release can be upgraded: what Kubernetes does not let change is the same in each version of
/// the chart.
class UpgradeTest {
  private static final Path GOLDEN = Path.of("src/test/resources/immutable");
  private static final YAMLMapper YAML = new YAMLMapper();

  /// The fields in the spec of each kind that the chart sets and Kubernetes does not let change.
  private static final Map<String, List<String>> IMMUTABLE =
      Map.of(
          "StatefulSet",
          List.of("selector", "serviceName", "podManagementPolicy", "volumeClaimTemplates"),
          "Deployment",
          List.of("selector"),
          "DaemonSet",
          List.of("selector"),
          "Service",
          List.of("clusterIP"));

  @TempDir private Path directory;

  static List<Path> valuesFiles() throws IOException {
    return Chart.valuesFiles();
  }

  @ParameterizedTest
  @MethodSource("valuesFiles")
  void anotherVersionOfChartAndProgramTouchesNoImmutableField(Path values) throws IOException {
    String ours = Files.readString(Chart.OURS.directory().resolve("Chart.yaml"));
    String later =
        ours.replaceFirst("(?m)^version: .*$", "version: 9.8.7")
            .replaceFirst("(?m)^appVersion: .*$", "appVersion: 9.8.7");
    Chart next = Chart.OURS.copyWith(directory.resolve("goku"), "Chart.yaml", later);

    Manifests before = Chart.OURS.render(values);
    Manifests after = next.render(values);

    assertThat(immutable(after)).isEqualTo(immutable(before));
    assertThat(after.text()).isNotEqualTo(before.text()).contains("9.8.7");
  }

  /// The files are those of the first release. Objects are added when there are new ones. Existing
  /// ones never change, because releases would have to be installed again.
  @ParameterizedTest
  @MethodSource("valuesFiles")
  void immutableFieldsAreThoseOfTheFirstVersion(Path values) throws IOException {
    Map<String, JsonNode> first = new TreeMap<>();
    YAML.readTree(GOLDEN.resolve(values.getFileName()).toFile())
        .properties()
        .forEach(object -> first.put(object.getKey(), object.getValue()));

    assertThat(first).isNotEmpty();
    assertThat(immutable(Chart.OURS.render(values))).containsAllEntriesOf(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"short", "long"})
  void controllersRestartThePodsOfStorageNodes(String service) {
    Manifests zones = Chart.OURS.render(Chart.valuesFile("zones"));

    assertThat(strategy(zones, "metrics-goku-%s-eu-west-1a".formatted(service)))
        .isEqualTo("OnDelete");
  }

  @Test
  void onlyControllersMayEvictPods() {
    Manifests zones = Chart.OURS.render(Chart.valuesFile("zones"));

    Subject subject =
        zones.one(RoleBinding.class, "metrics-goku-controller").getSubjects().getFirst();
    assertThat(subject.getName()).isEqualTo("metrics-store-controller");
    assertThat(zones.one(ServiceAccount.class, "metrics-store-controller")).isNotNull();
    PodSpec controller =
        zones.one(Deployment.class, "metrics-goku-controller").getSpec().getTemplate().getSpec();
    assertThat(controller.getServiceAccountName()).isEqualTo("metrics-store-controller");
    assertThat(controller.getAutomountServiceAccountToken()).isTrue();
    PodSpec ingest =
        zones.one(Deployment.class, "metrics-goku-ingest").getSpec().getTemplate().getSpec();
    assertThat(ingest.getServiceAccountName()).isEqualTo("metrics-store");
    assertThat(ingest.getAutomountServiceAccountToken()).isFalse();
  }

  @Test
  void withoutTheControllersKubernetesRestartsThePods() throws IOException {
    Path file = Files.writeString(directory.resolve("values.yaml"), "rollout: {managed: false}");
    Manifests manifests = Chart.OURS.render(Chart.valuesFile("minimal"), file);

    assertThat(strategy(manifests, "metrics-goku-short-a")).isEqualTo("RollingUpdate");
    assertThat(manifests.text()).doesNotContain("kind: Role", "rollout: {enabled");
    PodSpec controller =
        manifests
            .one(Deployment.class, "metrics-goku-controller")
            .getSpec()
            .getTemplate()
            .getSpec();
    assertThat(controller.getAutomountServiceAccountToken()).isFalse();
  }

  /// Otherwise Kubernetes would scale to one pod when the number of replicas is left out.
  @Test
  void switchingAutoscalingOnChangesNoDeployment() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("values.yaml"), "ingest: {autoscaling: {enabled: true}}");
    Manifests without = Chart.OURS.render(Chart.valuesFile("minimal"));
    Manifests with = Chart.OURS.render(Chart.valuesFile("minimal"), file);

    assertThat(with.all(Deployment.class)).isEqualTo(without.all(Deployment.class));
    assertThat(ingestors(without).getMinReplicas()).isEqualTo(2);
    assertThat(ingestors(without).getMaxReplicas()).isEqualTo(2);
    assertThat(ingestors(with).getMaxReplicas()).isEqualTo(8);
  }

  @Test
  void theBehaviourOfScalingIsThatOfTheValues() {
    HorizontalPodAutoscalerSpec scaler = ingestors(Chart.OURS.render(Chart.valuesFile("scaling")));

    assertThat(scaler.getBehavior().getScaleDown().getStabilizationWindowSeconds()).isEqualTo(900);
    assertThat(ingestors(Chart.OURS.render(Chart.valuesFile("minimal"))).getBehavior()).isNull();
  }

  private static HorizontalPodAutoscalerSpec ingestors(Manifests manifests) {
    return manifests.one(HorizontalPodAutoscaler.class, "metrics-goku-ingest").getSpec();
  }

  /// A pod of the older revision that restarts must not read the newer configuration.
  @Test
  void eachConfigurationHasItsOwnNameAndStays() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("values.yaml"),
            "short: {config: {short: {max-series-per-shard: 7}}}");
    Manifests before = Chart.OURS.render(Chart.valuesFile("minimal"));
    Manifests after = Chart.OURS.render(Chart.valuesFile("minimal"), file);

    assertThat(configuration(before, "metrics-goku-short-a"))
        .isNotEqualTo(configuration(after, "metrics-goku-short-a"));
    assertThat(configuration(before, "metrics-goku-long-a"))
        .isEqualTo(configuration(after, "metrics-goku-long-a"));
    ConfigMap map = after.one(ConfigMap.class, configuration(after, "metrics-goku-short-a"));
    assertThat(map.getImmutable()).isTrue();
    assertThat(map.getMetadata().getAnnotations())
        .containsEntry("helm.sh/resource-policy", "keep")
        .containsEntry("argocd.argoproj.io/sync-options", "Prune=false");
  }

  private static String configuration(Manifests manifests, String workload) {
    return manifests
        .one(StatefulSet.class, workload)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getVolumes()
        .stream()
        .filter(volume -> volume.getName().equals("config"))
        .map(volume -> volume.getConfigMap().getName())
        .findFirst()
        .orElseThrow();
  }

  private static String strategy(Manifests manifests, String workload) {
    return manifests.one(StatefulSet.class, workload).getSpec().getUpdateStrategy().getType();
  }

  /// The immutable fields of each object that has some.
  private static Map<String, JsonNode> immutable(Manifests manifests) {
    Map<String, JsonNode> all = new TreeMap<>();
    for (HasMetadata object : manifests.objects()) {
      List<String> fields = IMMUTABLE.getOrDefault(object.getKind(), List.of());
      if (!fields.isEmpty()
          && YAML.<JsonNode>valueToTree(object).get("spec") instanceof ObjectNode spec) {
        all.put(object.getKind() + "/" + object.getMetadata().getName(), spec.retain(fields));
      }
    }
    return all;
  }
}
