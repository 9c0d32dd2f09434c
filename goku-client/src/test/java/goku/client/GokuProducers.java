package goku.client;

import org.apache.kafka.clients.producer.Producer;

/// A factory of producers over a mocked Kafka.
public final class GokuProducers {
  private GokuProducers() {}

  /// Returns a producer that ignores losses.
  public static GokuProducer of(ProducerOptions options, Producer<String, byte[]> kafka) {
    return new GokuProducer(options, (datapoints, reason, cause) -> {}, kafka);
  }
}
