package goku.root.compacted.table;

import goku.kafka.KafkaConfig;
import goku.root.compacted.CompactedTopic;
import goku.root.compacted.ReadPosition;
import goku.root.compacted.TopicFollower;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;

/// A table with its topic in Kafka.
public final class TopicTable<K extends Comparable<K>, V extends Held<K>>
    implements TableStore<K, V> {
  /// A limit that suits an interactive user. Kafka takes milliseconds.
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final ReadPosition position = new ReadPosition();
  private final TableKind<K, V> kind;
  private final HeldTable<K, V> table;
  private final TopicFollower follower;
  private final Producer<byte[], byte[]> producer;
  private final TableWriter<K, V> writer;

  /// Creates a store of a table that is still empty.
  ///
  /// @param max the largest number of values
  public TopicTable(
      TableKind<K, V> kind,
      HeldTable<K, V> table,
      KafkaConfig kafka,
      int max,
      MeterRegistry registry) {
    this.kind = kind;
    this.table = table;
    var topic = new CompactedTopic(kafka, kind.topic(), "goku-root-" + kind.what());
    var content = new TableContent<>(kind, table);
    follower = new TopicFollower(topic, kind.what(), content, position, registry);
    producer = topic.producer(TIMEOUT);
    writer = new TableWriter<>(producer, kind, table, position, max, TIMEOUT);
  }

  @Override
  public void start() {
    follower.start();
  }

  @Override
  public HeldTable<K, V> table() {
    return table;
  }

  @Override
  public TableWriter<K, V> writer() {
    return writer;
  }

  @Override
  public Check check() {
    String problem = follower.problem();
    return position.known()
        ? Check.ok("root")
        : Check.failed(
            "root",
            "the %s have not been read from Kafka yet".formatted(kind.what())
                + (problem == null ? "" : ": " + problem));
  }

  @Override
  public void close() {
    follower.close();
    producer.close(TIMEOUT);
  }
}
