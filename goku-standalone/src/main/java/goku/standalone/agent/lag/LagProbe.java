package goku.standalone.agent.lag;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A probe of the end-to-end lag: queries a root for a sent datapoint until the root returns it, on
/// its own thread. Of the datapoints sent meanwhile, at most one is queued. While no datapoint is
/// found, `goku.agent.lag.waiting` reports it, and further datapoints would only repeat that.
///
/// Repeats the query after a tenth of the elapsed time, so the lag is exact to a tenth.
/// Thread-safe.
public final class LagProbe implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LagProbe.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(15);
  private static final JsonMapper JSON = new JsonMapper();

  private final AskedRoot root;
  private final InstantSource clock;
  private final LagMetrics metrics;
  private final BlockingQueue<Emission> sent = new ArrayBlockingQueue<>(1);
  private final Thread thread;
  private volatile @Nullable Emission wanted;

  /// Needed beside the interrupt, which a query may swallow.
  private volatile boolean closed;

  public LagProbe(AskedRoot root, MeterRegistry registry, InstantSource clock) {
    this.root = root;
    this.clock = clock;
    metrics = new LagMetrics(registry, this::waiting);
    thread = Thread.ofPlatform().daemon().name("agent-lag").start(this::run);
  }

  /// Reports put lines that were handed to Kafka.
  public void sent(List<String> lines, Instant at) {
    Emission.of(lines, at).ifPresent(sent::offer);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      if (!thread.join(CLOSE_LIMIT)) {
        LOG.warn("query for the agent's datapoints has not ended after={}", CLOSE_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns the age of the datapoint that no query has found yet.
  private Duration waiting() {
    Emission emission = wanted;
    return emission == null ? Duration.ZERO : since(emission);
  }

  private void run() {
    while (!closed) {
      try {
        Emission next = sent.take();
        wanted = next;
        find(next);
      } catch (InterruptedException e) {
        LOG.debug("the agent closes, or an operator has cancelled its query", e);
      } finally {
        wanted = null;
      }
    }
  }

  private void find(Emission emission) throws InterruptedException {
    String complaint = "";
    while (!closed) {
      String trouble = "";
      try {
        if (isIn(JSON.readTree(root.query(emission.query())))) {
          metrics.found(since(emission));
          return;
        }
      } catch (IOException | RuntimeException failed) {
        metrics.notAnswered();
        trouble = String.valueOf(failed.getMessage());
      }
      if (!trouble.equals(complaint)) {
        LOG.debug("no answer series={} cause={}", emission.series(), trouble);
        complaint = trouble;
      }
      Thread.sleep(pauseAfter(since(emission)));
    }
  }

  private static boolean isIn(JsonNode groups) {
    return !groups.path(0).path("dps").isEmpty();
  }

  private Duration since(Emission emission) {
    return Duration.between(emission.sentAt(), clock.instant());
  }

  static Duration pauseAfter(Duration waiting) {
    Duration tenth = waiting.dividedBy(10);
    if (tenth.compareTo(SHORTEST_PAUSE) < 0) {
      return SHORTEST_PAUSE;
    }
    return tenth.compareTo(LONGEST_PAUSE) < 0 ? tenth : LONGEST_PAUSE;
  }
}
