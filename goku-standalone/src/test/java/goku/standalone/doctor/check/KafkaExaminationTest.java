package goku.standalone.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.ConfigLoader;
import goku.embedded.EmbeddedKafka;
import goku.kafka.KafkaConfig;
import goku.kafka.Topics;
import goku.model.Namespace;
import goku.testkit.namespace.NamespaceBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the comparison of prefixes.
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KafkaExaminationTest {
  private static final Namespace NAMESPACE = NamespaceBuilder.namespace("ns1").build();
  private static final Namespace OTHER = NamespaceBuilder.namespace("ns2").build();

  @TempDir private Path directory;

  @Test
  void aRunningNodeWithAnotherPrefixFails() throws Exception {
    try (var broker = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      broker.start();
      KafkaConfig kafka = KafkaConfig.of(broker.bootstrapServers());
      try (var admin = Admin.create(kafka.clientProperties())) {
        Topics.ensureNamespace(admin, kafka.replication(), NAMESPACE);
        Topics.ensureNamespace(admin, kafka.replication(), OTHER);
      }
      assertThat(failed(kafka)).isEmpty();
      // as GokuS nodes of this deployment, and of another one with a namespace of the same name
      try (var _ = consumer(kafka, "goku-short-ns1-a", NAMESPACE.kafkaTopic());
          var _ = consumer(kafka, "team-c-short-ns1-a", OTHER.kafkaTopic())) {
        assertThat(failed(kafka)).isEmpty();
        var team =
            ConfigLoader.defaults(
                KafkaConfig.class,
                "--bootstrap-servers=" + broker.bootstrapServers(),
                "--prefix=team-b");
        assertThat(failed(team))
            .singleElement()
            .satisfies(
                finding -> {
                  assertThat(finding.subject()).isEqualTo("group goku-short-ns1-a");
                  assertThat(finding.found())
                      .isEqualTo("consumes the topic goku-ns1, but kafka.prefix is team-b");
                });
      }
    }
  }

  @Test
  void aGroupThatMayNotBeDescribedIsWarnedOf() throws Exception {
    assertThat(unknown(new GroupAuthorizationException("a")))
        .hasValueSatisfying(
            finding -> {
              assertThat(finding.level()).isEqualTo(Finding.Level.WARN);
              assertThat(finding.subject()).isEqualTo("group a");
            });
    assertThat(unknown(new GroupIdNotFoundException("removed meanwhile"))).isEmpty();
    assertThatThrownBy(() -> unknown(new TimeoutException("away")))
        .hasCauseInstanceOf(TimeoutException.class);
  }

  private static Optional<Finding> unknown(Exception cause) throws ExecutionException {
    return GroupComparison.unknown("a", new ExecutionException(cause));
  }

  private static List<Finding> failed(KafkaConfig kafka) throws InterruptedException {
    return new KafkaExamination(kafka, List.of(), List.of(NAMESPACE))
        .examine().stream().filter(one -> one.level() == Finding.Level.FAIL).toList();
  }

  /// Returns a member of the group that has partitions of the topic.
  private static KafkaConsumer<byte[], byte[]> consumer(
      KafkaConfig kafka, String group, String topic) {
    Map<String, Object> settings = kafka.clientProperties();
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.subscribe(List.of(topic));
    while (consumer.assignment().isEmpty()) {
      consumer.poll(Duration.ofMillis(100));
    }
    return consumer;
  }
}
