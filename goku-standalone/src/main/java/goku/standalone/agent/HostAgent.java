package goku.standalone.agent;

import goku.standalone.agent.lag.AskedRoot;
import goku.standalone.agent.lag.LagProbe;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The agent that sends the metrics of this machine: once at its start, then at each multiple of
/// the interval by the wall clock, on its own thread. Failures are counted, and the next interval
/// continues.
public final class HostAgent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HostAgent.class);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private final Supplier<HostMetrics> metrics;
  private final LineSender sender;
  private final Duration interval;
  private final InstantSource clock;
  private final FailureState state;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /// @param metrics called on the agent's thread, because examining a machine takes time
  HostAgent(
      Supplier<HostMetrics> metrics,
      LineSender sender,
      Duration interval,
      InstantSource clock,
      MeterRegistry registry) {
    this.metrics = metrics;
    this.sender = sender;
    this.interval = interval;
    this.clock = clock;
    this.state = FailureState.of("agent", registry);
    this.thread = Thread.ofPlatform().daemon().name("host-agent").start(this::run);
  }

  /// Starts sending to Kafka, which need not be available yet.
  ///
  /// @param registry counts failures as `goku.agent.failures` by subject
  /// @param root the root that is queried for sent datapoints, to measure their lag; empty for none
  public static HostAgent start(
      AgentConfig config,
      Optional<? extends AskedRoot> root,
      MeterRegistry registry,
      InstantSource clock) {
    LineSender sender = SpooledSender.connect(config, registry, clock);
    return new HostAgent(
        () -> HostMetrics.ofThisMachine(config.tags(), registry),
        root.isEmpty()
            ? sender
            : new ProbedSender(sender, new LagProbe(root.get(), registry, clock), clock),
        config.interval(),
        clock,
        registry);
  }

  /// Stops, and gives Kafka a few seconds to acknowledge the last reading.
  @Override
  public void close() {
    closed.countDown();
    try {
      if (!thread.join(CLOSE_LIMIT)) {
        LOG.warn("metrics agent is still busy after={}", CLOSE_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sender.close();
  }

  /// Returns the time from `now` to the next multiple of the interval since the epoch.
  static Duration untilNext(Instant now, Duration interval) {
    long millis = interval.toMillis();
    return Duration.ofMillis(millis - Math.floorMod(now.toEpochMilli(), millis));
  }

  private void run() {
    HostMetrics machine = null;
    do {
      try {
        machine = machine == null ? metrics.get() : machine;
        sender.send(machine.lines(clock.instant()));
        state.succeeded();
      } catch (RuntimeException | LinkageError e) {
        state.failed(e);
      }
    } while (!closedWithin(untilNext(clock.instant(), interval)));
  }

  private boolean closedWithin(Duration limit) {
    try {
      return closed.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }
}
