package goku.integration.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GrafanaFilesTest {
  private static final Pattern PROMETHEUS =
      Pattern.compile("\\b(?:(?:goku|jvm|process|system|executor)_[a-z_]+|up)\\b");
  private static final Pattern SELECTOR =
      Pattern.compile(PROMETHEUS.pattern() + "\\{job=~\"\\$job\"");
  private static final Pattern RUNBOOK = Pattern.compile("\\| `(Goku[A-Za-z0-9]+)` \\| \\S.*");

  private final JsonMapper json = new JsonMapper();
  private final YAMLMapper yaml = new YAMLMapper();

  @Test
  void eachExpressionOfTheDashboardOfGokuAsksForMetricsThatAreThere() throws IOException {
    JsonNode dashboard = json.readTree(MetricTable.file("grafana/dashboards/goku.json").toFile());
    List<String> expressions =
        targets(dashboard).stream().map(one -> one.path("expr").asText()).toList();
    assertThat(expressions).hasSizeGreaterThan(40);
    Set<String> known = MetricTable.read().prometheusNames();
    for (String expression : expressions) {
      assertThat(metrics(expression)).as(expression).isNotEmpty().isSubsetOf(known);
      assertThat(SELECTOR.matcher(expression).replaceAll(""))
          .as("without a job: " + expression)
          .doesNotContainPattern(PROMETHEUS);
    }
    assertPanels(dashboard, "prometheus");
  }

  /// Before version 11.3 Grafana loads no dashboard with the title of its folder.
  @Test
  void noDashboardHasTheTitleOfItsFolder() throws IOException {
    JsonNode provider =
        yaml.readTree(MetricTable.file("grafana/provisioning/dashboards/goku.yaml").toFile());
    String folder = provider.path("providers").path(0).path("folder").asText();
    assertThat(folder).isNotBlank();
    for (String name : List.of("goku", "hosts")) {
      JsonNode dashboard =
          json.readTree(MetricTable.file("grafana/dashboards/%s.json".formatted(name)).toFile());
      assertThat(dashboard.path("title").asText()).isNotBlank().isNotEqualToIgnoringCase(folder);
    }
  }

  /// A minute without datapoints is a gap. The panels ask for no shorter steps than agents report
  /// in.
  @Test
  void hostsThatDoNotReportLeaveGaps() throws IOException {
    JsonNode dashboard = json.readTree(MetricTable.file("grafana/dashboards/hosts.json").toFile());
    for (JsonNode panel : dashboard.path("panels")) {
      if (!panel.path("type").asText().equals("row")) {
        assertThat(panel.path("interval").asText()).isEqualTo("1m");
        assertThat(panel.at("/fieldConfig/defaults/custom/spanNulls").asBoolean(true)).isFalse();
        panel
            .path("targets")
            .forEach(
                target ->
                    assertThat(target.path("downsampleFillPolicy").asText()).isEqualTo("null"));
      }
    }
  }

  @Test
  void theRuleToCopyAsksForAMetricOfTheAgentAndTheProvisionedDataSource() throws IOException {
    JsonNode rules = yaml.readTree(MetricTable.file("grafana/alerts/hosts.yaml").toFile());
    JsonNode rule = rules.path("groups").path(0).path("rules").path(0);
    JsonNode query = rule.path("data").path(0);
    assertThat(MetricNames.ofTheAgent()).contains(query.path("model").path("metric").asText());
    JsonNode sources =
        yaml.readTree(MetricTable.file("grafana/provisioning/datasources/goku.yaml").toFile());
    JsonNode goku = sources.path("datasources").path(0);
    assertThat(query.path("datasourceUid").asText()).isEqualTo(goku.path("uid").asText());
    assertThat(goku.path("isDefault").asBoolean()).isTrue();
    List<String> steps =
        rule.path("data").valueStream().map(one -> one.path("refId").asText()).toList();
    assertThat(steps).contains(rule.path("condition").asText());
  }

  @Test
  void eachQueryOfTheDashboardOfHostsAsksForAMetricOfTheAgent() throws IOException {
    JsonNode dashboard = json.readTree(MetricTable.file("grafana/dashboards/hosts.json").toFile());
    Set<String> known = MetricNames.ofTheAgent();
    List<String> metrics =
        targets(dashboard).stream().map(one -> one.path("metric").asText()).toList();
    assertThat(metrics).hasSizeGreaterThan(15).isSubsetOf(known);
    assertPanels(dashboard, "opentsdb");
  }

  @Test
  void eachAlertAsksForMetricsThatAreThereAndTheDocumentationSaysWhatToDo() throws IOException {
    JsonNode rules = yaml.readTree(MetricTable.file("grafana/alerts/goku.yaml").toFile());
    Set<String> known = new TreeSet<>(MetricTable.read().prometheusNames());
    known.add("up"); // of Prometheus itself
    List<String> alerts = new ArrayList<>();
    for (JsonNode group : rules.path("groups")) {
      for (JsonNode rule : group.path("rules")) {
        String name = rule.path("alert").asText();
        alerts.add(name);
        assertThat(metrics(rule.path("expr").asText())).as(name).isNotEmpty().isSubsetOf(known);
        assertThat(rule.path("annotations").path("summary").asText()).as(name).isNotBlank();
        assertThat(rule.path("labels").path("severity").asText()).isIn("warning", "critical");
      }
    }
    List<String> documented =
        RUNBOOK.matcher(MetricTable.text()).results().map(row -> row.group(1)).toList();
    assertThat(documented).containsExactlyElementsOf(alerts);
  }

  @Test
  void theProvisionedDataSourcesAreOfTheTypesThatTheDashboardsAskFor() throws IOException {
    JsonNode sources =
        yaml.readTree(MetricTable.file("grafana/provisioning/datasources/goku.yaml").toFile());
    List<String> types =
        sources.path("datasources").valueStream().map(one -> one.path("type").asText()).toList();
    assertThat(types).containsExactly("opentsdb", "prometheus");
    JsonNode goku = sources.path("datasources").path(0).path("jsonData");
    assertThat(goku.path("tsdbVersion").asInt()).isEqualTo(3);
    assertThat(goku.path("tsdbResolution").asInt()).isEqualTo(2);
    JsonNode provider =
        yaml.readTree(MetricTable.file("grafana/provisioning/dashboards/goku.yaml").toFile());
    assertThat(provider.path("providers").path(0).path("options").path("path").asText())
        .isEqualTo("/var/lib/grafana/dashboards/goku");
  }

  /// Each has a number of its own, a title, and a data source that is chosen above.
  private static void assertPanels(JsonNode dashboard, String type) {
    Set<Integer> ids = new TreeSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      assertThat(panel.path("title").asText()).isNotBlank();
      if (!panel.path("type").asText().equals("row")) {
        assertThat(panel.path("datasource").path("type").asText()).isEqualTo(type);
        assertThat(panel.path("targets")).isNotEmpty();
      }
    }
    assertThat(dashboard.path("templating").path("list").path(0).path("query").asText())
        .isEqualTo(type);
  }

  private static List<JsonNode> targets(JsonNode dashboard) {
    List<JsonNode> all = new ArrayList<>();
    for (JsonNode panel : dashboard.path("panels")) {
      panel.path("targets").forEach(all::add);
    }
    return all;
  }

  private static Set<String> metrics(String expression) {
    // what stands in quotes is a label
    String bare = expression.replaceAll("\"[^\"]*\"", "");
    Set<String> all = new TreeSet<>();
    PROMETHEUS.matcher(bare).results().map(found -> found.group()).forEach(all::add);
    return all;
  }
}
