package goku.standalone.agent.lag;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The metrics of the lag. Its percentiles come from histogram buckets, over any time and any
/// number of agents. Thread-safe.
final class LagMetrics {
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(200),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5),
    Duration.ofMinutes(30)
  };

  private final Timer lag;
  private final Counter failures;

  /// @param waiting the age of the datapoint that no query has found yet
  LagMetrics(MeterRegistry registry, Supplier<Duration> waiting) {
    lag =
        Timer.builder("goku.agent.lag")
            .description("time from sending a datapoint until a query finds it")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    failures =
        Counter.builder("goku.agent.lag.failures")
            .description("failed queries for the agent's datapoints")
            .register(registry);
    TimeGauge.builder(
            "goku.agent.lag.waiting", () -> waiting.get().toMillis(), TimeUnit.MILLISECONDS)
        .description("age of the datapoint that no query has found yet; 0 for none")
        .register(registry);
  }

  void found(Duration after) {
    lag.record(after);
  }

  void notAnswered() {
    failures.increment();
  }
}
