package goku.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.client.LineBatches.Batch;
import goku.client.LossListener.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/// Sends datapoints to Goku: gathers them to put lines, many to a record, and writes these to the
/// Kafka topic that Goku's ingestors read.
///
/// ```java
/// try (var goku = new GokuProducer(ProducerOptions.of("kafka:9092"), new LossLog())) {
///   goku.send("orders.placed", System.currentTimeMillis(), 42, Map.of("shop", "berlin"));
/// }
/// ```
///
/// **It does not disturb the application.** `send` encodes, copies and returns; a thread of the
/// producer's own speaks to Kafka. What is not acknowledged yet is held in a bounded buffer. While
/// Kafka is away it fills; then datapoints are lost, counted, and told to the [LossListener]. Only
/// with [ProducerOptions#maxWait()] does `send` wait for room, so long at most.
///
/// **Datapoints of a series arrive in the order in which one thread has sent them.** They go to one
/// partition, as long as the number of partitions does not change. Where two have the same
/// timestamp, the later one counts.
///
/// **Delivered means that all in-sync replicas of Kafka have it.** Whether Goku takes it is decided
/// behind Kafka: what it refuses is on the topic `metrics-rejected` with the reason.
///
/// Thread-safe.
public final class GokuProducer implements AutoCloseable {
  /// How long `close` waits for Kafka.
  public static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  /// More than the thread needs once Kafka's client is closed.
  private static final long END_LIMIT_MILLIS = 5000;

  private final String topic;
  private final LossListener losses;
  private final Producer<String, byte[]> kafka;
  private final LineBuffer buffer;
  private final AtomicLong lost = new AtomicLong();
  private final Thread thread;

  /// Connects in the background: Kafka need not be there yet.
  ///
  /// @param losses for example a [LossLog]
  public GokuProducer(ProducerOptions options, LossListener losses) {
    this(options, losses, connect(options));
  }

  GokuProducer(ProducerOptions options, LossListener losses, Producer<String, byte[]> kafka) {
    this.topic = options.topic();
    this.losses = losses;
    this.kafka = kafka;
    buffer = new LineBuffer(options);
    thread = new Thread(this::run, "goku-producer");
    thread.setDaemon(true);
    thread.start();
  }

  private static Producer<String, byte[]> connect(ProducerOptions options) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, options.bootstrapServers());
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, "goku-client");
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 2 * options.recordBytes());
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2 * options.bufferBytes());
    // only our own thread waits, and the buffer bounds what waits behind it
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TimeUnit.MINUTES.toMillis(2));
    settings.putAll(options.kafka());
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  /// Sends one datapoint. Characters in names that OpenTSDB does not take become `_`, and so does
  /// an empty name.
  ///
  /// @param timestampMillis since the epoch, from 1970-04-27 on; before, Goku takes it for seconds
  /// @param tags of the series; with none, a Goku that is `strict` refuses it
  /// @return whether it waits for delivery now; if not, it is lost, as the listener was told
  public boolean send(String metric, long timestampMillis, double value, Map<String, String> tags) {
    if (!Double.isFinite(value)) {
      lose(1, Reason.NOT_FINITE, null);
      return false;
    }
    return sendLine(PutLine.of(metric, timestampMillis, value, tags));
  }

  /// Sends a put line that is one already, `[put] <metric> <timestamp> <value> <tagk>=<tagv>...`,
  /// as it is.
  ///
  /// @param line without its end
  /// @return as of `send`
  public boolean sendLine(String line) {
    Reason refused = buffer.add(line.getBytes(UTF_8), PutLine.seriesHash(line));
    if (refused != null) {
      lose(1, refused, null);
    }
    return refused == null;
  }

  /// Waits until nothing that was sent waits for delivery.
  ///
  /// @return whether that was so within the time
  public boolean flush(Duration limit) throws InterruptedException {
    return buffer.awaitEmpty(limit);
  }

  /// Datapoints that Kafka has acknowledged.
  public long delivered() {
    return buffer.delivered();
  }

  /// Datapoints that were lost, for whatever reason.
  public long lost() {
    return lost.get();
  }

  /// Takes no more datapoints, gives Kafka [#CLOSE_LIMIT] to take those that wait, and ends. What
  /// is left then is lost and told.
  @Override
  public void close() {
    close(CLOSE_LIMIT);
  }

  /// As `close()`, with another time to wait.
  public void close(Duration limit) {
    if (!buffer.close()) {
      return;
    }
    try {
      buffer.awaitEmpty(limit);
      end();
      thread.join(END_LIMIT_MILLIS);
    } catch (InterruptedException e) {
      end();
      Thread.currentThread().interrupt();
    }
    int rest = buffer.clear();
    if (rest > 0) {
      lose(rest, Reason.CLOSED, null);
    }
  }

  private void end() {
    // the thread may wait for Kafka's metadata
    thread.interrupt();
    kafka.close(Duration.ZERO);
  }

  private void run() {
    try {
      while (true) {
        deliver(buffer.take());
      }
    } catch (InterruptedException closing) {
      // `close` counts what is left
    }
  }

  // the callback hears of failures, nobody waits for the future
  @SuppressWarnings("FutureReturnValueIgnored")
  private void deliver(Batch batch) {
    var record = new ProducerRecord<>(topic, Integer.toString(batch.lane()), batch.value());
    try {
      kafka.send(record, (metadata, failure) -> ended(batch, failure));
    } catch (KafkaException | IllegalStateException e) {
      // IllegalStateException: closed meanwhile
      ended(batch, e);
    }
  }

  private void ended(Batch batch, @Nullable Exception failure) {
    if (failure != null) {
      lose(batch.lines(), buffer.isClosed() ? Reason.CLOSED : Reason.NOT_DELIVERED, failure);
    }
    buffer.ended(batch, failure == null);
  }

  private void lose(int datapoints, Reason reason, @Nullable Exception cause) {
    lost.addAndGet(datapoints);
    losses.lost(datapoints, reason, cause);
  }
}
