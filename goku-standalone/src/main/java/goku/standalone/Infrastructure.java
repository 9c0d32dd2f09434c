package goku.standalone;

import goku.embedded.DataDirectory;
import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.embedded.EmbeddedZooKeeper;
import goku.kafka.KafkaConfig;
import goku.objectstore.ObjectStoreConfig;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;

/// Kafka, ZooKeeper and S3 of one machine, in one data directory. They start in parallel, because
/// they are independent.
final class Infrastructure implements AutoCloseable {
  private final EmbeddedKafka kafka;
  private final EmbeddedZooKeeper zooKeeper;
  private final EmbeddedS3 s3;

  /// @param earliest the clock by which Kafka removes old records
  /// @param isFrozen tells of a topic whether records for it must be refused now
  Infrastructure(
      DataDirectory data,
      String bind,
      int kafkaPort,
      InstantSource earliest,
      Predicate<String> isFrozen) {
    kafka = new EmbeddedKafka(data.kafka(), bind, kafkaPort, earliest, isFrozen);
    zooKeeper = new EmbeddedZooKeeper(data.zookeeper());
    s3 = new EmbeddedS3(data.s3());
  }

  /// Returns when all three are ready.
  void start(StartupProgress progress) {
    try {
      CompletableFuture.allOf(
              started("kafka", kafka::start, progress),
              started("zookeeper", zooKeeper::start, progress),
              started("s3", s3::start, progress))
          .join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    }
  }

  KafkaConfig kafka() {
    return KafkaConfig.of(kafka.bootstrapServers());
  }

  String zooKeeper() {
    return zooKeeper.connectString();
  }

  ObjectStoreConfig s3() {
    return new ObjectStoreConfig(
        s3.endpoint().toString(), "us-east-1", s3.accessKey(), s3.secretKey(), true);
  }

  @Override
  public void close() {
    kafka.close();
    s3.close();
    zooKeeper.close();
  }

  private static CompletableFuture<Void> started(
      String name, Runnable start, StartupProgress progress) {
    return CompletableFuture.runAsync(
        () -> {
          start.run();
          progress.done(name);
        },
        Thread.ofPlatform().name("start-" + name)::start);
  }
}
