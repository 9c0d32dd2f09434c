package goku.root;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.config.ConfigLoader;
import goku.embedded.EmbeddedKafka;
import goku.kafka.KafkaConfig;
import goku.root.annotation.AnnotationStore;
import goku.root.metadata.MetadataStore;
import goku.root.queried.QueriedMetrics;
import goku.root.queried.QueriedStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the names of the topics that a root makes in a Kafka cluster.
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TopicNamesTest {
  @TempDir private Path directory;

  @Test
  void allTopicsOfARootBeginWithThePrefix() {
    try (var broker = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      broker.start();
      var kafka =
          ConfigLoader.defaults(
              KafkaConfig.class,
              "--bootstrap-servers=" + broker.bootstrapServers(),
              "--prefix=team-b");
      var registry = new SimpleMeterRegistry();
      try (var annotations = new AnnotationStore(kafka, 10, registry);
          var metadata = MetadataStore.of(kafka, registry);
          var queried =
              new QueriedStore(new QueriedMetrics(InstantSource.system()), kafka, registry);
          var admin = Admin.create(kafka.clientProperties())) {
        annotations.start();
        metadata.start();
        queried.start();
        await()
            .untilAsserted(
                () ->
                    assertThat(admin.listTopics().names().get())
                        .containsExactlyInAnyOrder(
                            "team-b-annotations", "team-b-metadata", "team-b-queried-metrics"));
      }
    }
  }
}
