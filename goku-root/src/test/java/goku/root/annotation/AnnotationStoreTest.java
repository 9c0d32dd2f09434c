package goku.root.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.embedded.EmbeddedKafka;
import goku.kafka.KafkaConfig;
import goku.kafka.Replication;
import goku.kafka.Topics;
import goku.root.compacted.table.ChangeRefusedException;
import goku.testkit.TestPorts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the store with a real broker.
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AnnotationStoreTest {
  private static final AnnotationKey KEY = new AnnotationKey("AB", 100);

  @TempDir private Path directory;

  @Test
  void aRootSeesWritesAndDeletesOfAnotherRoot() throws Exception {
    try (var kafka = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      kafka.start();
      try (var one = store(kafka.bootstrapServers());
          var other = store(kafka.bootstrapServers())) {
        ready(one);
        ready(other);
        save(one, "first");
        assertThat(one.table().get(KEY)).isPresent();
        await().until(() -> other.table().get(KEY).isPresent());
        delete(other);
        assertThat(other.table().get(KEY)).isEmpty();
        await().until(() -> one.table().get(KEY).isEmpty());
      }
    }
  }

  @Test
  void theStoreBecomesReadyAfterKafkaAndSurvivesItsRestart() throws Exception {
    int port = TestPorts.next();
    try (var store = store("127.0.0.1:" + port)) {
      assertThat(store.check().ok()).isFalse();
      assertThat(store.check().reason()).contains("annotations have not been read");
      assertThatThrownBy(() -> store.writer().save(List.of(note("early")), false))
          .isInstanceOf(ChangeRefusedException.class);
      try (var kafka = new EmbeddedKafka(directory, "127.0.0.1", port)) {
        kafka.start();
        ready(store);
        save(store, "first");
      }
      assertThat(store.table().get(KEY)).isPresent();
      assertThat(store.check().ok()).isTrue();
      try (var kafka = new EmbeddedKafka(directory, "127.0.0.1", port)) {
        kafka.start();
        save(store, "second");
        assertThat(store.table().get(KEY))
            .hasValueSatisfying(note -> assertThat(note.description()).isEqualTo("second"));
      }
    }
  }

  /// Repeats a change that takes longer than the limit of the store.
  private static void save(AnnotationStore store, String description) {
    await()
        .ignoreExceptions()
        .until(() -> store.writer().save(List.of(note(description)), false).size() == 1);
  }

  private static void delete(AnnotationStore store) {
    await().ignoreExceptions().untilAsserted(() -> store.writer().delete(List.of(KEY)));
  }

  @Test
  void aTopicWithSeveralPartitionsIsRejected() {
    try (var kafka = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      kafka.start();
      var config = KafkaConfig.of(kafka.bootstrapServers());
      try (Admin admin = Admin.create(config.clientProperties())) {
        Topics.ensure(admin, Replication.DERIVED, "goku-annotations", 2, Map.of());
      }
      try (var store = store(kafka.bootstrapServers())) {
        await().untilAsserted(() -> assertThat(store.check().reason()).contains("2 partitions"));
        assertThat(store.check().ok()).isFalse();
      }
    }
  }

  private static AnnotationStore store(String brokers) {
    var store = new AnnotationStore(KafkaConfig.of(brokers), 10, new SimpleMeterRegistry());
    store.start();
    return store;
  }

  private static void ready(AnnotationStore store) {
    await().until(() -> store.check().ok());
  }

  private static AnnotationChange note(String description) {
    return new AnnotationChange(KEY, null, description, null, null);
  }
}
