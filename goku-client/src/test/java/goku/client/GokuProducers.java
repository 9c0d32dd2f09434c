package goku.client;

import org.apache.kafka.clients.producer.Producer;

/// Makes producers over a Kafka of the test's.
public final class GokuProducers {
  private GokuProducers() {}

  /// One that keeps its losses to itself.
  public static GokuProducer of(ProducerOptions options, Producer<String, byte[]> kafka) {
    return new GokuProducer(options, (datapoints, reason, cause) -> {}, kafka);
  }
}
