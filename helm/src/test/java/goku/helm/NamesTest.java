package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import org.junit.jupiter.api.Test;

/// Tests of the values that replace the names of objects.
class NamesTest {
  private static final String NAME_LABEL = "app.kubernetes.io/name";

  @Test
  void theNameOfTheReleaseAndOfTheChartAreTheBeginningOfNames() {
    assertThat(Chart.rendered("minimal", "{}").pods()).containsKey("metrics-goku-short-a");
    assertThat(Chart.OURS.render("goku-eu", Chart.valuesFile("minimal")).pods())
        .containsKey("goku-eu-short-a");
  }

  @Test
  void anotherNameIsInNamesAndLabels() {
    Manifests manifests = Chart.rendered("minimal", "nameOverride: tsdb");

    StatefulSet set = manifests.one(StatefulSet.class, "metrics-tsdb-short-a");
    assertThat(set.getSpec().getSelector().getMatchLabels()).containsEntry(NAME_LABEL, "tsdb");
    assertThat(manifests.names()).allMatch(name -> name.contains("/metrics-tsdb"));
  }

  @Test
  void theReleaseIsNotRepeatedInANameThatContainsIt() {
    assertThat(Chart.rendered("minimal", "nameOverride: metrics").pods())
        .containsKey("metrics-short-a");
  }

  @Test
  void aFullNameReplacesTheReleaseButNotTheLabels() {
    Manifests manifests = Chart.rendered("secure", "fullnameOverride: tsdb");

    StatefulSet set = manifests.one(StatefulSet.class, "tsdb-short-a");
    assertThat(set.getSpec().getServiceName()).isEqualTo("tsdb-short-nodes");
    assertThat(set.getSpec().getSelector().getMatchLabels()).containsEntry(NAME_LABEL, "goku");
    assertThat(manifests.names()).allMatch(name -> name.contains("/tsdb"));
  }

  @Test
  void controllersFindThePodsByTheirLabels() throws Exception {
    Manifests manifests = Chart.rendered("minimal", "nameOverride: tsdb");

    assertThat(
            ConfiguredProcess.of(manifests, "metrics-tsdb-controller").value("rollout", "selector"))
        .isEqualTo("app.kubernetes.io/name=tsdb,app.kubernetes.io/instance=metrics");
  }

  @Test
  void aFullNameThatMakesNamesTooLongIsRefused() {
    assertThatThrownBy(() -> Chart.rendered("zones", "fullnameOverride: " + "a".repeat(40)))
        .hasMessageContaining("at most 52 are allowed")
        .hasMessageContaining("fullnameOverride");
  }
}
