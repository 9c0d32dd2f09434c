package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the alerts and dashboards that the chart installs.
class MonitoringFilesTest {
  private static final Path ORIGINALS = Path.of("../grafana");
  private static final Path COPIES = Chart.OURS.directory().resolve("files");
  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void theChartHasTheAlertsOfPrometheusAndAllDashboards() throws IOException {
    Set<String> expected = names(ORIGINALS.resolve("dashboards"));

    assertThat(names(COPIES.resolve("dashboards"))).isEqualTo(expected).isNotEmpty();
    assertThat(names(COPIES.resolve("alerts"))).containsExactly("goku.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"alerts/goku.yaml", "dashboards/goku.json", "dashboards/hosts.json"})
  void aFileOfTheChartIsACopy(String file) {
    assertThat(COPIES.resolve(file))
        .as("cp grafana/%1$s helm/goku/files/%1$s".formatted(file))
        .hasSameBinaryContentAs(ORIGINALS.resolve(file));
  }

  @Test
  void theRulesAreTheAlertsForTheJobsOfTheRelease() throws IOException {
    PrometheusRule rules =
        Chart.OURS.render(Chart.valuesFile("secure")).one(PrometheusRule.class, "metrics-goku");
    String original = Files.readString(ORIGINALS.resolve("alerts/goku.yaml"));
    JsonNode expected =
        YAML.readTree(original.replace("job=~\".*goku.*\"", "job=~\"metrics-goku-.*\""));

    assertThat(rules.getMetadata().getLabels()).containsEntry("release", "prometheus");
    assertThat(YAML.<JsonNode>valueToTree(rules.getSpec())).isEqualTo(expected);
    assertThat(rules.getSpec().getGroups().getFirst().getRules())
        .anyMatch(rule -> rule.getExpr().getStrVal().equals("up{job=~\"metrics-goku-.*\"} == 0"));
  }

  @Test
  void theSidecarFindsTheDashboards() throws IOException {
    Map<String, ConfigMap> found =
        Chart.OURS.render(Chart.valuesFile("secure")).all(ConfigMap.class).stream()
            .filter(map -> "1".equals(map.getMetadata().getLabels().get("grafana_dashboard")))
            .collect(Collectors.toMap(map -> map.getMetadata().getName(), map -> map));

    assertThat(found)
        .containsOnlyKeys("metrics-goku-dashboard-goku", "metrics-goku-dashboard-hosts");
    for (String name : List.of("goku", "hosts")) {
      ConfigMap map = Objects.requireNonNull(found.get("metrics-goku-dashboard-" + name));
      assertThat(map.getMetadata().getAnnotations()).containsEntry("grafana_folder", "Databases");
      JsonMapper json = new JsonMapper();
      assertThat(json.readTree(map.getData().get("metrics-goku-%s.json".formatted(name))))
          .isEqualTo(
              json.readTree(ORIGINALS.resolve("dashboards/%s.json".formatted(name)).toFile()));
    }
  }

  @Test
  void theLabelOfTheSidecarCanBeReplaced() {
    Manifests manifests =
        Chart.rendered(
            "minimal",
            "dashboards: {enabled: true, labels: {grafana_dashboard: null, team: storage}}");

    assertThat(
            manifests.one(ConfigMap.class, "metrics-goku-dashboard-goku").getMetadata().getLabels())
        .containsEntry("team", "storage")
        .doesNotContainKey("grafana_dashboard");
  }

  private static Set<String> names(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
