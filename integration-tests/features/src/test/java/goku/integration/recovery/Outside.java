package goku.integration.recovery;

import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.testkit.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/// The services that a cluster does not own and does not lose with its machines: Kafka and S3.
/// Kafka removes records by the clock of the test, because theirs are of its time. S3 can be away.
final class Outside implements AutoCloseable {
  private final EmbeddedKafka kafka;
  private final EmbeddedS3 s3;
  private final Gate gate;

  Outside(Path directory, InstantSource clock) throws IOException {
    kafka =
        new EmbeddedKafka(
            Files.createDirectories(directory.resolve("kafka")), "127.0.0.1", 0, clock);
    s3 = new EmbeddedS3(Files.createDirectories(directory.resolve("s3")));
    kafka.start();
    s3.start();
    gate = new Gate(s3.endpoint().getPort());
  }

  String brokers() {
    return kafka.bootstrapServers();
  }

  /// Returns the settings for access to S3.
  List<String> s3Flags() {
    return List.of(
        "--s3.endpoint=http://" + gate.address(),
        "--s3.access-key=" + s3.accessKey(),
        "--s3.secret-key=" + s3.secretKey());
  }

  /// Closes all connections to S3, and every new one.
  void cutOffS3() {
    gate.shut();
  }

  void returnS3() {
    gate.reopen();
  }

  /// A record on the topic that ingestors read.
  void send(String lines) throws Exception {
    Map<String, Object> config = Map.of("bootstrap.servers", brokers(), "acks", "all");
    var text = new StringSerializer();
    try (var producer = new KafkaProducer<>(config, text, text)) {
      producer.send(new ProducerRecord<>("metrics", lines)).get();
    }
  }

  @Override
  public void close() {
    gate.close();
    s3.close();
    kafka.close();
  }
}
