package goku.standalone.agent.lag;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// What operators see of the lag. Its percentiles are made of the buckets, over any time and any
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

  /// @param waiting how long the datapoint that is looked for is on its way
  LagMetrics(MeterRegistry registry, Supplier<Duration> waiting) {
    lag =
        Timer.builder("goku.agent.lag")
            .description("time from sending a datapoint until a query finds it")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    failures =
        Counter.builder("goku.agent.lag.failures")
            .description("queries for the agent's datapoints that were not answered")
            .register(registry);
    TimeGauge.builder(
            "goku.agent.lag.waiting", () -> waiting.get().toMillis(), TimeUnit.MILLISECONDS)
        .description("for how long a datapoint that no query finds yet is on its way; 0 for none")
        .register(registry);
  }

  void found(Duration after) {
    lag.record(after);
  }

  void notAnswered() {
    failures.increment();
  }
}
