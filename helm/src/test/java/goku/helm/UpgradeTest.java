package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
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

  @Test
  void aZoneThatIsNotToTakeTheNewVersionKeepsItsPods() {
    Manifests staged = Chart.OURS.render(Chart.valuesFile("zones"));

    assertThat(partition(staged, "metrics-goku-short-eu-west-1a")).isZero();
    assertThat(partition(staged, "metrics-goku-short-eu-west-1b")).isEqualTo(4);
    assertThat(partition(staged, "metrics-goku-long-eu-west-1c")).isEqualTo(2);
    assertThat(partition(Chart.OURS.render(Chart.valuesFile("minimal")), "metrics-goku-short-b"))
        .isZero();
  }

  private static int partition(Manifests manifests, String workload) {
    return manifests
        .one(StatefulSet.class, workload)
        .getSpec()
        .getUpdateStrategy()
        .getRollingUpdate()
        .getPartition();
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
