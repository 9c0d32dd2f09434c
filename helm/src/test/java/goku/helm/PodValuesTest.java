package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the additions to the pods of a service by `pod` in its values.
class PodValuesTest {
  private static final String SHORT = "metrics-goku-short-a";

  @TempDir private Path directory;

  @Test
  void aPrivateCaIsMountedAndNamed() throws IOException {
    PodSpec pod =
        with("""
        short:
          jvmOptions: -Djavax.net.ssl.trustStore=/etc/ca/store.p12
          pod:
            env: [{name: AWS_CA_BUNDLE, value: /etc/ca/ca.pem}]
            volumes: [{name: ca, secret: {secretName: company-ca}}]
            volumeMounts: [{name: ca, mountPath: /etc/ca, readOnly: true}]
        """)
            .getSpec();

    Container goku = pod.getContainers().getFirst();
    assertThat(goku.getEnv())
        .extracting(EnvVar::getName)
        .contains("AWS_CA_BUNDLE", "JDK_JAVA_OPTIONS");
    assertThat(goku.getVolumeMounts())
        .extracting(VolumeMount::getName)
        .contains("ca", "config", "data");
    assertThat(pod.getVolumes()).extracting(Volume::getName).contains("ca", "config", "tmp");
  }

  @Test
  void openShiftChoosesTheUser() throws IOException {
    PodSpec pod =
        with("""
        short:
          pod:
            securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
            containerSecurityContext: {allowPrivilegeEscalation: false}
        """)
            .getSpec();

    assertThat(pod.getSecurityContext().getRunAsUser()).isNull();
    assertThat(pod.getSecurityContext().getFsGroup()).isNull();
    var container = pod.getContainers().getFirst().getSecurityContext();
    assertThat(container.getAllowPrivilegeEscalation()).isFalse();
    assertThat(container.getReadOnlyRootFilesystem()).isNull();
  }

  @Test
  void containersRunBesideAndBeforeGoku() throws IOException {
    PodSpec pod =
        with("""
        short:
          pod:
            containers: [{name: proxy, image: proxy:1}]
            initContainers: [{name: wait, image: wait:1}]
        """)
            .getSpec();

    assertThat(pod.getContainers()).extracting(Container::getName).containsExactly("goku", "proxy");
    assertThat(pod.getInitContainers()).extracting(Container::getName).containsExactly("wait");
  }

  @Test
  void affinityAndSpreadReplaceThoseOfTheChart() throws IOException {
    PodSpec pod =
        with("""
        short:
          pod: {affinity: {nodeAffinity: {}}, topologySpreadConstraints: []}
        """)
            .getSpec();

    assertThat(pod.getAffinity().getPodAntiAffinity()).isNull();
    assertThat(pod.getTopologySpreadConstraints()).isEmpty();
  }

  @Test
  void labelsAreAddedAndThoseThatSelectPodsStay() throws IOException {
    PodTemplateSpec template =
        with(
            """
            short:
              pod:
                labels: {team: storage, app.kubernetes.io/component: other}
                annotations: {example.com/scrape: "true"}
            """);

    assertThat(template.getMetadata().getLabels())
        .containsEntry("team", "storage")
        .containsEntry("app.kubernetes.io/component", "short");
    assertThat(template.getMetadata().getAnnotations()).containsEntry("example.com/scrape", "true");
  }

  private PodTemplateSpec with(String values) throws IOException {
    Path file = Files.writeString(directory.resolve("values.yaml"), values);
    Manifests manifests = Chart.OURS.render(Chart.valuesFile("minimal"), file);
    return Objects.requireNonNull(manifests.pods().get(SHORT));
  }
}
