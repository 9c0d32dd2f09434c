package goku.kafka;

import goku.fault.TroubleLog;
import goku.service.Service;
import goku.telemetry.Check;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A watch that asks Kafka every few seconds whether it answers. It logs when Kafka becomes
/// unavailable and available again, and sets `goku.kafka.available`. An outage is reported within
/// ten seconds. Thread-safe.
///
/// Its check never fails. All processes of a service share Kafka, and none of them would be ready
/// during an outage, although roots can answer queries and ingestors can tell clients to wait.
public final class KafkaWatch implements Service {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaWatch.class);
  private static final Duration INTERVAL = Duration.ofSeconds(3);
  private static final Duration LIMIT = Duration.ofSeconds(3);

  /// A question to Kafka that fails if Kafka does not answer in time.
  @FunctionalInterface
  interface Question {
    void ask() throws ExecutionException, InterruptedException;
  }

  private final Question question;
  private final AutoCloseable client;
  private final Duration interval;
  private final TroubleLog outage = new TroubleLog(LOG, Level.ERROR, "Kafka outage", "");
  private final Thread thread =
      Thread.ofPlatform().daemon().name("kafka-watch").unstarted(this::run);
  private volatile String problem = "";

  private KafkaWatch(Admin admin, MeterRegistry registry) {
    this(() -> describe(admin), admin, INTERVAL, registry);
  }

  /// @param client closed by `close`
  KafkaWatch(Question question, AutoCloseable client, Duration interval, MeterRegistry registry) {
    this.question = question;
    this.client = client;
    this.interval = interval;
    Gauge.builder("goku.kafka.available", () -> problem.isEmpty() ? 1 : 0)
        .description("1 if Kafka answers this process")
        .register(registry);
  }

  /// Creates a watch with its own client of Kafka.
  public static KafkaWatch of(KafkaConfig kafka, MeterRegistry registry) {
    return new KafkaWatch(Admin.create(kafka.clientProperties()), registry);
  }

  private static void describe(Admin admin) throws ExecutionException, InterruptedException {
    var options = new DescribeClusterOptions().timeoutMs((int) LIMIT.toMillis());
    var _ = admin.describeCluster(options).clusterId().get();
  }

  @Override
  public void start() {
    thread.start();
  }

  /// Returns a check that is ok, with the outage as a doubt.
  @Override
  public Check check() {
    return new Check("kafka", true, problem);
  }

  private void run() {
    try {
      while (true) {
        look();
        Thread.sleep(interval);
      }
    } catch (InterruptedException closed) {
      // the process is closing
    }
  }

  private void look() throws InterruptedException {
    try {
      question.ask();
      problem = "";
      outage.end();
    } catch (ExecutionException failed) {
      String cause = SendFailure.text(failed.getCause());
      problem = "Kafka does not answer: " + cause;
      outage.begin(cause, null);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      client.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (Exception failed) {
      LOG.debug("client of Kafka not closed properly", failed);
    }
  }
}
