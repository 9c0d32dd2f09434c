package goku.client.micrometer;

import goku.client.GokuProducer;
import goku.client.LossLog;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.core.instrument.util.NamedThreadFactory;
import java.util.concurrent.TimeUnit;

/// A registry that sends all meters of a service to Goku once per step, by default once a minute.
///
/// ```java
/// var registry = new GokuMeterRegistry(config, Clock.SYSTEM); // config: bootstrapServers
/// registry.config().commonTags("service", "orders", "host", hostName);
/// ```
///
/// | meter | metrics |
/// | --- | --- |
/// | counter, function counter | its name: events in the step |
/// | gauge, time gauge | its name; omitted without a finite value |
/// | timer, function timer | `.count` and `.sum` of the step; timers also `.max`; in seconds |
/// | distribution summary | `.count`, `.sum` and `.max` |
/// | long task timer | `.active`, `.duration` and `.max`, in seconds |
/// | percentiles, histogram buckets | gauges, as Micrometer names them |
/// | others | name and statistic |
///
/// Counts are per step, so they need no rate, and restarts do not distort them. Sum them up over
/// time with `sum:5m-sum:orders.placed`. Services that run several times need a tag that tells them
/// apart, or their series would be one.
///
/// The registry counts its own datapoints by the meters `goku.client.delivered` and
/// `goku.client.lost`.
public final class GokuMeterRegistry extends StepMeterRegistry {
  private final GokuProducer producer;

  /// Starts sending. Kafka need not be available yet.
  public GokuMeterRegistry(GokuRegistryConfig config, Clock clock) {
    this(config, clock, new GokuProducer(config.producerOptions(), new LossLog()));
  }

  /// Starts sending by a producer, which the registry closes.
  public GokuMeterRegistry(GokuRegistryConfig config, Clock clock, GokuProducer producer) {
    super(config, clock);
    this.producer = producer;
    config().namingConvention(NamingConvention.dot);
    start(new NamedThreadFactory("goku-meter-registry"));
  }

  @Override
  protected TimeUnit getBaseTimeUnit() {
    return TimeUnit.SECONDS;
  }

  @Override
  protected void publish() {
    countOwn();
    var datapoints = new MeterDatapoints(producer, this, clock.wallTime());
    getMeters().forEach(datapoints::send);
  }

  /// Registers the registry's own meters, after the application has set its common tags. Meters
  /// registered earlier would lack them.
  private void countOwn() {
    FunctionCounter.builder("goku.client.delivered", producer, GokuProducer::delivered)
        .description("Datapoints that Kafka has acknowledged")
        .register(this);
    FunctionCounter.builder("goku.client.lost", producer, GokuProducer::lost)
        .description("Datapoints that did not reach Kafka")
        .register(this);
  }

  /// Sends the meters since the last step, and waits for Kafka as
  /// [goku.client.GokuProducer#close()] does.
  @Override
  public void close() {
    super.close();
    producer.close();
  }
}
