package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.List;
import org.apache.zookeeper.common.ClientX509Util;
import org.junit.jupiter.api.Test;

/// Tests that an S3 and a ZooKeeper with certificates of a private CA can be used by the values of
/// the document, for all services.
class TrustStoresTest {
  private static final List<String> FLAGS =
      List.of(
          "-Djavax.net.ssl.trustStore=/etc/ca/store.p12",
          "-Dzookeeper.client.secure=true",
          "-Dzookeeper.clientCnxnSocket=org.apache.zookeeper.ClientCnxnSocketNetty",
          "-Dzookeeper.ssl.trustStore.location=/etc/ca/ca.crt",
          "-Dzookeeper.ssl.trustStore.type=PEM");

  private static final String VALUES =
      """
      zookeeper: {servers: "zookeeper:2182"}
      controller: &trust
        jvmOptions: %s
        pod:
          volumes: [{name: ca, secret: {secretName: company-ca}}]
          volumeMounts: [{name: ca, mountPath: /etc/ca, readOnly: true}]
      ingest: *trust
      short: {<<: *trust, replicas: 4}
      compactor: *trust
      long: *trust
      root: *trust
      """
          .formatted(String.join(" ", FLAGS));

  @Test
  void everyProcessIsToldOfTheTrustStoresThatItsPodHas() {
    for (PodTemplateSpec pod : Chart.rendered("minimal", VALUES).pods().values()) {
      Container goku = pod.getSpec().getContainers().getFirst();
      assertThat(flags(goku)).contains(FLAGS);
      assertThat(goku.getVolumeMounts())
          .anySatisfy(
              mount -> {
                assertThat(mount.getMountPath()).isEqualTo("/etc/ca");
                assertThat(pod.getSpec().getVolumes())
                    .filteredOn(volume -> volume.getName().equals(mount.getName()))
                    .singleElement()
                    .satisfies(
                        volume ->
                            assertThat(volume.getSecret().getSecretName()).isEqualTo("company-ca"));
              });
    }
  }

  @Test
  void theFlagsAreThoseThatClientsOfZooKeeperRead() {
    try (var keys = new ClientX509Util()) {
      assertThat(FLAGS).contains("-D" + keys.getSslTruststoreTypeProperty() + "=PEM");
      assertThat(FLAGS)
          .anyMatch(flag -> flag.startsWith("-D" + keys.getSslTruststoreLocationProperty()));
    }
  }

  private static String flags(Container goku) {
    return goku.getEnv().stream()
        .filter(variable -> variable.getName().equals("JDK_JAVA_OPTIONS"))
        .map(EnvVar::getValue)
        .findAny()
        .orElseThrow();
  }
}
