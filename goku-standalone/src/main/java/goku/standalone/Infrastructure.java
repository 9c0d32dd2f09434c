package goku.standalone;

import goku.embedded.DataDirectory;
import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.embedded.EmbeddedZooKeeper;
import goku.embedded.StartupProblem;
import goku.kafka.KafkaConfig;
import goku.objectstore.ObjectStoreConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/// Kafka, ZooKeeper and S3 of one machine, in one data directory. They start in parallel, because
/// they are independent.
final class Infrastructure implements AutoCloseable {
  private static final Duration SAY_EVERY = Duration.ofSeconds(5);

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
    Map<String, CompletableFuture<Void>> parts =
        Map.of(
            "kafka", started("kafka", kafka::start, progress),
            "zookeeper", started("zookeeper", zooKeeper::start, progress),
            "s3", started("s3", s3::start, progress));
    var all = CompletableFuture.allOf(parts.values().toArray(CompletableFuture[]::new));
    while (!isDoneSoon(all)) {
      parts.forEach(
          (name, part) -> {
            if (!part.isDone()) {
              progress.say("  waiting for " + name);
            }
          });
    }
  }

  /// Returns whether all have started, after at most some seconds. Throws what ended one of them.
  private static boolean isDoneSoon(CompletableFuture<Void> all) {
    try {
      all.get(SAY_EVERY.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException slow) {
      return false;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StartupProblem("the start was interrupted", interrupted);
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
