package goku.kafka.input;

import goku.kafka.fetch.BoundedConsumer;
import goku.kafka.input.InputSource.Oldest;
import goku.kafka.input.InputSource.Place;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// A reader of the first record after a position of each partition. It reads one batch of each, and
/// is only used when ingestors lag.
final class OldestRecords {
  private static final long LIMIT_NANOS = Duration.ofSeconds(2).toNanos();
  private static final Duration POLL = Duration.ofMillis(200);

  private final Map<String, Object> settings;
  private final InstantSource clock;

  OldestRecords(Map<String, Object> client, InstantSource clock) {
    settings = new HashMap<>(client);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // a broker returns at least one batch
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
    this.clock = clock;
  }

  Map<TopicPartition, Oldest> read(Map<TopicPartition, Place> places) {
    Map<TopicPartition, Oldest> found = new HashMap<>();
    // ingestors report the batches that are too large
    try (var consumer = new BoundedConsumer(settings, _ -> {})) {
      consumer.assign(places.keySet());
      places.forEach((each, place) -> consumer.seek(each, place.position()));
      long start = System.nanoTime();
      while (found.size() < places.size() && System.nanoTime() - start < LIMIT_NANOS) {
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
          long age = Math.max(0, clock.millis() - each.timestamp());
          found.putIfAbsent(
              new TopicPartition(each.topic(), each.partition()), new Oldest.Waits(age));
        }
        places.forEach(
            (each, place) -> {
              if (consumer.position(each) >= place.end()) {
                found.putIfAbsent(each, new Oldest.Nothing(place.end()));
              }
            });
        consumer.pause(found.keySet());
      }
    }
    return found;
  }
}
