package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import org.junit.jupiter.api.Test;

/// Tests of manifests in the values.
class ExtraObjectsTest {
  @Test
  void mapsAndTextsAreInstalledAndSeeTheValues() {
    Manifests manifests =
        Chart.rendered(
            "minimal",
            """
            extraObjects:
              - apiVersion: v1
                kind: ConfigMap
                metadata: {name: '{{ .Release.Name }}-map'}
                data: {zones: '{{ join "," .Values.zones.names }}'}
              - |
                apiVersion: v1
                kind: Secret
                metadata:
                  name: {{ include "goku.fullname" . }}-text
                {{- if .Values.rollout.managed }}
                type: Opaque
                {{- end }}
            """);

    assertThat(manifests.one(ConfigMap.class, "metrics-map").getData())
        .containsEntry("zones", "a,b");
    assertThat(manifests.one(Secret.class, "metrics-goku-text").getType()).isEqualTo("Opaque");
  }
}
