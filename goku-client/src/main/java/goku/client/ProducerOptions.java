package goku.client;

import java.time.Duration;
import java.util.Map;

/// How a [GokuProducer] sends. `ProducerOptions.of("kafka:9092")` fits most services: it gathers
/// datapoints for a second, holds 8 MiB of them while Kafka is away, and never blocks.
///
/// @param bootstrapServers Kafka brokers, `host:port` separated by commas
/// @param topic that the ingestors of Goku read
/// @param linger how long a datapoint waits for others at most
/// @param recordBytes size of a record that is sent before its linger is over, and at most, before
///   compression: 1 KiB to 512 KiB
/// @param bufferBytes datapoints that are not acknowledged yet, as put lines; what comes above is
///   lost. At least twice `recordBytes`. The producer takes up to three times as much memory
/// @param maxWait how long `send` waits for room when the buffer is full; zero: it never blocks
/// @param kafka more settings of Kafka's producer, such as those of TLS and SASL; they come last
public record ProducerOptions(
    String bootstrapServers,
    String topic,
    Duration linger,
    int recordBytes,
    long bufferBytes,
    Duration maxWait,
    Map<String, Object> kafka) {
  private static final int MIN_RECORD_BYTES = 1 << 10;

  /// Half of what brokers take by default.
  private static final int MAX_RECORD_BYTES = 512 << 10;

  public ProducerOptions {
    require(!bootstrapServers.isBlank(), "bootstrapServers is empty: give host:port of Kafka");
    require(!topic.isBlank(), "topic is empty: give the one that Goku's ingestors read");
    require(!linger.isNegative(), "linger " + linger + " is negative");
    require(!maxWait.isNegative(), "maxWait " + maxWait + " is negative: zero never blocks");
    require(
        recordBytes >= MIN_RECORD_BYTES && recordBytes <= MAX_RECORD_BYTES,
        "recordBytes %d is not between %d and %d"
            .formatted(recordBytes, MIN_RECORD_BYTES, MAX_RECORD_BYTES));
    require(
        bufferBytes >= 2L * recordBytes,
        "bufferBytes %d holds no two records of %d bytes: make it larger"
            .formatted(bufferBytes, recordBytes));
    kafka = Map.copyOf(kafka);
  }

  /// The topic `metrics`, a second, 64 KiB, 8 MiB, no waiting.
  public static ProducerOptions of(String bootstrapServers) {
    return new ProducerOptions(
        bootstrapServers,
        "metrics",
        Duration.ofSeconds(1),
        64 << 10,
        8 << 20,
        Duration.ZERO,
        Map.of());
  }

  public ProducerOptions withTopic(String another) {
    return new ProducerOptions(
        bootstrapServers, another, linger, recordBytes, bufferBytes, maxWait, kafka);
  }

  public ProducerOptions withLinger(Duration another) {
    return new ProducerOptions(
        bootstrapServers, topic, another, recordBytes, bufferBytes, maxWait, kafka);
  }

  public ProducerOptions withRecordBytes(int another) {
    return new ProducerOptions(
        bootstrapServers, topic, linger, another, bufferBytes, maxWait, kafka);
  }

  public ProducerOptions withBufferBytes(long another) {
    return new ProducerOptions(
        bootstrapServers, topic, linger, recordBytes, another, maxWait, kafka);
  }

  public ProducerOptions withMaxWait(Duration another) {
    return new ProducerOptions(
        bootstrapServers, topic, linger, recordBytes, bufferBytes, another, kafka);
  }

  /// More settings of Kafka's producer, instead of those before.
  public ProducerOptions withKafka(Map<String, Object> another) {
    return new ProducerOptions(
        bootstrapServers, topic, linger, recordBytes, bufferBytes, maxWait, another);
  }

  private static void require(boolean condition, String complaint) {
    if (!condition) {
      throw new IllegalArgumentException(complaint);
    }
  }
}
