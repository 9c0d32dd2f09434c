package goku.root.fanout;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The metrics of queries. Thread-safe.
public final class QueryMetrics {
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(20),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30)
  };

  private final MeterRegistry registry;
  private final DistributionSummary series;
  private final DistributionSummary points;

  /// The timers of answers so far: registering one again costs more than recording.
  private final Map<Answer, Timer> timers = new ConcurrentHashMap<>();

  public QueryMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.series =
        DistributionSummary.builder("goku.root.query.series")
            .description("series read by a sub-query")
            .register(registry);
    this.points =
        DistributionSummary.builder("goku.root.query.datapoints")
            .description("stored datapoints touched by a sub-query")
            .register(registry);
  }

  void touched(long seriesRead, long pointsTouched) {
    series.record((double) seriesRead);
    points.record((double) pointsTouched);
  }

  public Timer.Sample start() {
    return Timer.start(registry);
  }

  /// Records a request to the endpoint that was answered completely or failed.
  public void answered(Timer.Sample sample, String endpoint, int status) {
    sample.stop(timers.computeIfAbsent(new Answer(endpoint, status), this::timer));
  }

  private Timer timer(Answer answer) {
    return Timer.builder("goku.root.requests")
        .description("requests by endpoint and status, with their latency")
        .tag("endpoint", answer.endpoint())
        .tag("status", Integer.toString(answer.status()))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  /// The answers that are measured together.
  private record Answer(String endpoint, int status) {}
}
