package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import goku.kafka.KafkaConfig;
import goku.standalone.process.IngestProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    var process =
        (IngestProcess) ConfiguredProcess.of(manifests, "metrics-goku-ingest").load(directory);
    List<String> here =
        process.ingest().kafka().properties().stream()
            .map(property -> property.replace(MOUNTED, secret.toString()))
            .toList();

    Map<String, Object> properties = new KafkaConfig("kafka:9093", here).clientProperties();
    var client = new AdminClientConfig(properties);

    assertThat(client.getPassword("sasl.jaas.config").value()).isEqualTo(JAAS);
    assertThat(client.getString("security.protocol")).isEqualTo("SASL_SSL");
  }
}
