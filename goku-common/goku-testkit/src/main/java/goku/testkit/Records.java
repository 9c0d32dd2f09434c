package goku.testkit;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.awaitility.Awaitility;

/// Numbered records in a Kafka topic, for tests.
public final class Records {
  private static final String TOPIC = "numbers";

  private Records() {}

  public static void createTopic(String bootstrap) throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 4, (short) 1))).all().get();
    }
  }

  /// Produces the records and returns when all are acknowledged.
  public static void produce(String bootstrap, int from, int to)
      throws ExecutionException, InterruptedException {
    try (KafkaProducer<Integer, Integer> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new IntegerSerializer(),
            new IntegerSerializer())) {
      for (var sent :
          IntStream.range(from, to)
              .mapToObj(n -> producer.send(new ProducerRecord<>(TOPIC, n, n)))
              .toList()) {
        sent.get();
      }
    }
  }

  /// Consumes in a consumer group, which also tests the offsets topic, until `expected` distinct
  /// records have arrived.
  public static Set<Integer> consume(String bootstrap, int expected) {
    Set<Integer> seen = new HashSet<>();
    try (KafkaConsumer<Integer, Integer> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "group.id", "readers",
                "session.timeout.ms", "1000",
                "heartbeat.interval.ms", "300",
                "enable.auto.commit", "false",
                "auto.offset.reset", "earliest"),
            new IntegerDeserializer(),
            new IntegerDeserializer())) {
      consumer.subscribe(List.of(TOPIC));
      Awaitility.await()
          .until(
              () -> {
                for (ConsumerRecord<Integer, Integer> found :
                    consumer.poll(Duration.ofMillis(200))) {
                  seen.add(found.value());
                }
                return seen.size() >= expected;
              });
    }
    return seen;
  }
}
