package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import goku.kafka.KafkaConfig;
import goku.standalone.process.IngestProcess;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kafka's own clients read the secret properties from where the chart mounts them.
class KafkaSecretsTest {
  private static final String MOUNTED = "/etc/goku/kafka";
  private static final String JAAS = "org.example.Login required user=\"a, b\" password=\"c=d\";";

  @TempDir private Path directory;

  @Test
  void aClientHasThePropertyThatIsInTheSecret() throws IOException {
    Path secret = Files.createDirectory(directory.resolve("secret"));
    Files.writeString(secret.resolve("sasl.jaas.config"), JAAS);
    Manifests manifests = Chart.OURS.render(Chart.valuesFile("secure"));

    AdminClientConfig client = client(manifests, secret);

    assertThat(client.getPassword("sasl.jaas.config").value()).isEqualTo(JAAS);
    assertThat(client.getString("security.protocol")).isEqualTo("SASL_SSL");
  }

  /// Strimzi has a Secret for each user, and one for the CA of the brokers.
  @Test
  void bothSecretsOfStrimziAreUsed() throws IOException {
    Path secret = Files.createDirectory(directory.resolve("secret"));
    Files.writeString(secret.resolve("user.password"), "pa55w0rd");
    Manifests manifests =
        Chart.rendered(
            "minimal",
            """
            kafka:
              properties:
                security.protocol: SSL
                ssl.keystore.type: PKCS12
                ssl.keystore.location: /etc/goku/kafka/user.p12
                ssl.truststore.type: PEM
                ssl.truststore.location: /etc/goku/kafka-events-cluster-ca-cert/ca.crt
              secretName: goku-user
              secretProperties: [ssl.keystore.password=user.password]
              otherSecretNames: [events-cluster-ca-cert]
            """);

    AdminClientConfig client = client(manifests, secret);
    assertThat(client.getPassword("ssl.keystore.password").value()).isEqualTo("pa55w0rd");
    for (String service : List.of("controller", "ingest", "short-a", "root-a")) {
      assertThat(secretsByPath(manifests, "metrics-goku-" + service))
          .containsEntry("/etc/goku/kafka", "goku-user")
          .containsEntry("/etc/goku/kafka-events-cluster-ca-cert", "events-cluster-ca-cert");
    }
    assertThat(secretsByPath(manifests, "metrics-goku-long-a")).isEmpty();
  }

  private AdminClientConfig client(Manifests manifests, Path secret) throws IOException {
    var process =
        (IngestProcess) ConfiguredProcess.of(manifests, "metrics-goku-ingest").load(directory);
    List<String> here =
        process.ingest().kafka().properties().stream()
            .map(property -> property.replace(MOUNTED + ":", secret + ":"))
            .toList();
    return new AdminClientConfig(new KafkaConfig("kafka:9093", here).clientProperties());
  }

  private static Map<String, String> secretsByPath(Manifests manifests, String workload) {
    PodSpec pod = Objects.requireNonNull(manifests.pods().get(workload), workload).getSpec();
    Map<String, String> names =
        pod.getVolumes().stream()
            .filter(volume -> volume.getSecret() != null)
            .collect(Collectors.toMap(Volume::getName, one -> one.getSecret().getSecretName()));
    return pod.getContainers().getFirst().getVolumeMounts().stream()
        .filter(mount -> names.containsKey(mount.getName()))
        .collect(
            Collectors.toMap(
                VolumeMount::getMountPath,
                mount -> Objects.requireNonNull(names.get(mount.getName()))));
  }
}
