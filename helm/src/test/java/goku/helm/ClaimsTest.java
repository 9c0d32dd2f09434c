package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import org.junit.jupiter.api.Test;

/// Tests of the values of the claims of volumes.
class ClaimsTest {
  @Test
  void labelsAndAnnotationsAreThoseOfTheClaim() {
    Manifests manifests =
        Chart.rendered(
            "zones",
            """
            long:
              storage: {labels: {backup: daily}, annotations: {example.com/tier: "1"}}
              coldStorage: {labels: {backup: weekly}}
            """);

    ObjectMeta data = claim(manifests, 0);
    assertThat(data.getLabels())
        .containsEntry("backup", "daily")
        .containsEntry("app.kubernetes.io/component", "long");
    assertThat(data.getAnnotations()).containsEntry("example.com/tier", "1");
    assertThat(claim(manifests, 1).getLabels()).containsEntry("backup", "weekly");
  }

  private static ObjectMeta claim(Manifests manifests, int number) {
    return manifests
        .one(StatefulSet.class, "metrics-goku-long-eu-west-1a")
        .getSpec()
        .getVolumeClaimTemplates()
        .get(number)
        .getMetadata();
  }
}
