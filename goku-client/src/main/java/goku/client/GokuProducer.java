package goku.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.client.LineBatches.Batch;
import goku.client.LossListener.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A producer of datapoints for Goku. It gathers datapoints as put lines, many to a record, and
/// writes the records to the Kafka topic that Goku's ingestors read.
///
/// ```java
/// try (var goku = new GokuProducer(ProducerOptions.of("kafka:9092"), new LossLog())) {
///   goku.send("orders.placed", System.currentTimeMillis(), 42, Map.of("shop", "berlin"));
/// }
/// ```
///
/// **The producer does not disturb the application.** `send` encodes, copies and returns. A thread
/// of the producer sends to Kafka. A bounded buffer holds the datapoints that Kafka has not
/// acknowledged. While Kafka is unavailable, the buffer fills up. Further datapoints are then lost,
/// counted, and reported to the [LossListener]. Only with [ProducerOptions#maxWait()] does `send`
/// wait for room, up to that time.
///
/// **Datapoints of a series arrive in the order in which one thread has sent them.** They go to one
/// partition, as long as the number of partitions does not change. Of two datapoints with the same
/// timestamp, the later one counts.
///
/// **Delivered means that all in-sync replicas of Kafka have the datapoint.** Goku validates it
/// afterwards. Rejected datapoints are on the topic `metrics-rejected` with the reason.
///
/// Thread-safe.
public final class GokuProducer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GokuProducer.class);

  /// The time that `close` waits for Kafka.
  public static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  /// A limit above the time that the thread needs after Kafka's client is closed.
  private static final long END_LIMIT_MILLIS = 5000;

  private final String topic;
  private final LossListener losses;
  private final Producer<String, byte[]> kafka;
  private final LineBuffer buffer;
  private final AtomicLong lost = new AtomicLong();
  private final AtomicBoolean listenerFailed = new AtomicBoolean();
  private final Thread thread;

  /// Connects in the background. Kafka need not be available yet.
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
    return new KafkaProducer<>(
        settings(options), new StringSerializer(), new ByteArraySerializer());
  }

  /// Returns the settings of Kafka's producer. Datapoints wait for as long as Kafka is unavailable;
  /// the buffer bounds them.
  static Map<String, Object> settings(ProducerOptions options) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, options.bootstrapServers());
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, "goku-client");
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 2 * options.recordBytes());
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2 * options.bufferBytes());
    // only the producer's own thread waits
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    // one request at a time keeps the order. A repeated record changes nothing. Kafka's numbering
    // of batches would prevent it, but a batch whose number the broker refuses is repeated until
    // its time is over, which is never
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
    settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    settings.putAll(options.kafka());
    return settings;
  }

  /// Sends one datapoint with an integer, such as a counter. Goku keeps all its 64 bits, and
  /// calculates like OpenTSDB with series that have only integers: averages are integers too.
  ///
  /// @return the same as the other `send`
  public boolean send(String metric, long timestampMillis, long value, Map<String, String> tags) {
    return sendLine(PutLine.of(metric, timestampMillis, value, tags));
  }

  /// Sends one datapoint with a double. Characters in names that OpenTSDB does not accept become
  /// `_`, and so does an empty name.
  ///
  /// @param timestampMillis milliseconds since the epoch, from 1970-04-27 on; Goku reads smaller
  ///   numbers as seconds
  /// @param tags the tags of the series; a `strict` Goku rejects a series without tags
  /// @return whether the datapoint now waits for delivery; if not, it is lost, and the listener
  ///   knows
  public boolean send(String metric, long timestampMillis, double value, Map<String, String> tags) {
    if (!Double.isFinite(value)) {
      lose(1, Reason.NOT_FINITE, null);
      return false;
    }
    return sendLine(PutLine.of(metric, timestampMillis, value, tags));
  }

  /// Sends a complete put line, `[put] <metric> <timestamp> <value> <tagk>=<tagv>...`, unchanged.
  ///
  /// @param line the line without its terminator
  /// @return the same as `send`
  public boolean sendLine(String line) {
    Reason refused = buffer.add(line.getBytes(UTF_8), PutLine.seriesHash(line));
    if (refused != null) {
      lose(1, refused, null);
    }
    return refused == null;
  }

  /// Waits until all sent datapoints are delivered or lost.
  ///
  /// @return whether that happened within the time limit
  public boolean flush(Duration limit) throws InterruptedException {
    return buffer.awaitEmpty(limit);
  }

  /// Returns the number of datapoints that Kafka has acknowledged.
  public long delivered() {
    return buffer.delivered();
  }

  /// Returns the number of lost datapoints, of all causes.
  public long lost() {
    return lost.get();
  }

  /// Rejects further datapoints, gives Kafka [#CLOSE_LIMIT] to accept the outstanding ones, and
  /// ends. The rest is lost and reported.
  @Override
  public void close() {
    close(CLOSE_LIMIT);
  }

  /// Closes with another time limit than `close()`.
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
      // `close` counts the rest
    }
  }

  // the callback receives failures, nobody waits for the future
  @SuppressWarnings("FutureReturnValueIgnored")
  private void deliver(Batch batch) {
    var record = new ProducerRecord<>(topic, Integer.toString(batch.lane()), batch.value());
    try {
      kafka.send(record, (metadata, failure) -> ended(batch, failure));
    } catch (RuntimeException e) {
      // of Kafka's client, which may be closed meanwhile, or of an interceptor
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
    try {
      losses.lost(datapoints, reason, cause);
    } catch (RuntimeException | LinkageError | AssertionError failed) {
      if (!listenerFailed.getAndSet(true)) { // a full buffer loses thousands a second
        LOG.warn(
            "loss listener failed, further failures are not logged listener={}",
            losses.getClass().getName(),
            failed);
      }
    }
  }
}
