package goku.client;

import java.time.Duration;
import java.util.Map;

/// The options of a [GokuProducer]. `ProducerOptions.of("kafka:9092")` suits most services: it
/// gathers datapoints for a second, holds 8 MiB of them while Kafka is unavailable, and never
/// blocks.
///
/// @param bootstrapServers Kafka brokers, `host:port` separated by commas
/// @param topic the topic that Goku's ingestors read
/// @param linger the longest time that a datapoint waits for others
/// @param recordBytes the size at which a record is sent before its linger time ends, and its
///   largest size before compression: 1 KiB to 512 KiB @param bufferBytes the size of all
///   datapoints that are not acknowledged, as put lines; further datapoints are lost. At least
///   twice `recordBytes`. The producer uses up to three times as much memory @param maxWait how
///   long `send` waits for room in a full buffer; zero never blocks @param kafka further settings
///   of Kafka's producer, such as those of TLS and SASL; they override others
public record ProducerOptions(
    String bootstrapServers,
    String topic,
    Duration linger,
    int recordBytes,
    long bufferBytes,
    Duration maxWait,
    Map<String, Object> kafka) {
  private static final int MIN_RECORD_BYTES = 1 << 10;

  /// Half of the limit that brokers have by default.
  private static final int MAX_RECORD_BYTES = 512 << 10;

  public ProducerOptions {
    require(!bootstrapServers.isBlank(), "bootstrapServers is empty: give host:port of Kafka");
    require(!topic.isBlank(), "topic is empty: give the topic that Goku's ingestors read");
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

  /// Returns the defaults: the topic `metrics`, 1 s, 64 KiB, 8 MiB, no waiting.
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

  /// Returns these options with other settings of Kafka's producer.
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
