package goku.kafka.input;

import goku.kafka.KafkaConfig;
import goku.service.Service;
import goku.telemetry.Check;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;

/// A watch of the ingestors' lag, which looks twice a second and logs the begin and end of a lag.
/// While Kafka does not answer, the lag grows. Thread-safe.
public final class InputLagWatch implements Service {
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /// The looks between two looks at the members of the group.
  private static final int MEMBERS_EVERY = 4;

  private final InputSource source;
  private final InputConfig config;
  private final LongSupplier nanoTime;
  private final Backlogs backlogs;
  private final InputLagLog log;
  private final Thread thread = Thread.ofPlatform().daemon().name("input-lag").unstarted(this::run);
  private int looks;
  private volatile List<TopicBacklog> topics;
  private volatile int members;
  private volatile String problem = "";
  private volatile boolean hasRead;

  /// @param source closed by `close`
  InputLagWatch(
      InputSource source, InputConfig config, LongSupplier nanoTime, MeterRegistry registry) {
    this.source = source;
    this.config = config;
    this.nanoTime = nanoTime;
    backlogs = new Backlogs(source);
    log = new InputLagLog(config.applicationId(), nanoTime);
    long now = nanoTime.getAsLong();
    topics = config.topics().stream().map(topic -> new TopicBacklog(topic, 0, now, 0)).toList();
    TimeGauge.builder("goku.input.lag", this, TimeUnit.MILLISECONDS, InputLagWatch::lagMillis)
        .description("time since the ingestors had consumed all records of the input topics")
        .register(registry);
    Gauge.builder("goku.input.waiting", () -> current().records())
        .description("records of the input topics that the ingestors have not committed yet")
        .register(registry);
    Gauge.builder("goku.input.members", () -> members)
        .description("members of the consumer group of the ingestors")
        .register(registry);
  }

  /// Creates a watch with its own clients of Kafka.
  public static InputLagWatch of(
      KafkaConfig kafka, InputConfig config, MeterRegistry registry, InstantSource clock) {
    InputConfig named = config.named(kafka.names());
    return new InputLagWatch(
        new KafkaInput(kafka, named, clock), named, System::nanoTime, registry);
  }

  /// Looks once, so that a lag is known from the start on.
  @Override
  public void start() {
    try {
      look();
      thread.start();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns a check that is ok, with a failure as a doubt: all processes share Kafka.
  @Override
  public Check check() {
    return new Check("input", true, problem);
  }

  /// Returns the lag at this moment.
  public InputLag current() {
    long now = nanoTime.getAsLong();
    return new InputLag(
        config.applicationId(),
        members,
        topics.stream().map(topic -> topic.lagAt(now)).toList(),
        problem);
  }

  /// Returns the lag at this moment; empty if Kafka has never answered, as with a wrong address:
  /// the age of this process is no evidence of a lag.
  public Optional<InputLag> proven() {
    return hasRead ? Optional.of(current()) : Optional.empty();
  }

  /// Returns the largest lag of a topic at this moment, in milliseconds; 0 without input topics.
  public long lagMillis() {
    return current().lagMillis();
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(INTERVAL);
        look();
      }
    } catch (InterruptedException closed) {
      // the process is closing
    }
  }

  void look() throws InterruptedException {
    if (config.topics().isEmpty()) {
      return;
    }
    try {
      read();
      hasRead = true;
      problem = "";
    } catch (ExecutionException | KafkaException failed) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      problem = "cannot read the offsets of the input topics: " + cause;
    }
    log.report(current());
  }

  private void read() throws ExecutionException, InterruptedException {
    long now = nanoTime.getAsLong();
    backlogs.look(now);
    topics = topics.stream().map(topic -> backlogs.next(topic, now)).toList();
    if (looks % MEMBERS_EVERY == 0) {
      members = source.members();
    }
    looks++;
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    source.close();
  }
}
