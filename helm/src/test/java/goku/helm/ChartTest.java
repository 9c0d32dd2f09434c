package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests for each values file: Helm accepts it, and the rendered objects and fields are known to
/// Kubernetes.
class ChartTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @TempDir private Path directory;

  static List<Path> valuesFiles() throws IOException {
    return Chart.valuesFiles();
  }

  /// Helm's library lints a chart with its own values only, so they are written into it.
  @ParameterizedTest
  @MethodSource("valuesFiles")
  void lintFindsNothing(Path values) throws IOException {
    var merged = (ObjectNode) YAML.readTree(Chart.OURS.directory().resolve("values.yaml").toFile());
    merge(merged, (ObjectNode) YAML.readTree(values.toFile()));

    Chart chart =
        Chart.OURS.copyWith(
            directory.resolve("goku"), "values.yaml", YAML.writeValueAsString(merged));

    assertThat(chart.lint().isFailed()).as(String.join("\n", chart.lint().getMessages())).isFalse();
  }

  @ParameterizedTest
  @MethodSource("valuesFiles")
  void everyObjectAndEveryFieldIsKnownToKubernetes(Path values) {
    Manifests manifests = Chart.OURS.render(values);

    assertThat(manifests.objects()).hasSizeGreaterThan(4);
    for (HasMetadata object : manifests.objects()) {
      assertThat(object).isNotInstanceOf(GenericKubernetesResource.class);
    }
    assertThat(unknownFields(manifests)).isEmpty();
    assertThat(manifests.names()).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("valuesFiles")
  void everyObjectIsInTheNamespaceOfTheRelease(Path values) {
    assertThat(Chart.OURS.render(values).objects())
        .allSatisfy(
            object -> assertThat(object.getMetadata().getNamespace()).isEqualTo(Chart.NAMESPACE));
  }

  private static List<String> unknownFields(Manifests manifests) {
    List<String> unknown = new ArrayList<>();
    for (HasMetadata object : manifests.objects()) {
      AdditionalFields.find(object, object.getKind(), unknown);
    }
    return unknown;
  }

  private static void merge(ObjectNode base, ObjectNode over) {
    for (var entry : over.properties()) {
      JsonNode below = base.get(entry.getKey());
      if (below instanceof ObjectNode map && entry.getValue() instanceof ObjectNode more) {
        merge(map, more);
      } else {
        base.set(entry.getKey(), entry.getValue());
      }
    }
  }
}
