package goku.client.micrometer;

import goku.client.GokuProducer;
import goku.client.LossLog;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.core.instrument.util.NamedThreadFactory;
import java.util.concurrent.TimeUnit;

/// Sends all meters of a service to Goku once a step, a minute unless set.
///
/// ```java
/// var registry = new GokuMeterRegistry(config, Clock.SYSTEM); // config: bootstrapServers
/// registry.config().commonTags("service", "orders", "host", hostName);
/// ```
///
/// | meter | metrics |
/// | --- | --- |
/// | counter, function counter | its name: events in the step |
/// | gauge, time gauge | its name; left out while it has no finite value |
/// | timer, function timer | `.count` and `.sum` of the step; timers also `.max`; in seconds |
/// | distribution summary | `.count`, `.sum` and `.max` |
/// | long task timer | `.active`, `.duration` and `.max`, in seconds |
/// | percentiles, histogram buckets | gauges, as Micrometer names them |
/// | any other | its name and its statistic |
///
/// Counts are those of a step, so they need no rate, and a restart does not show: sum them up over
/// time with `sum:5m-sum:orders.placed`. Services that run several times need a tag that tells them
/// apart, or their series would be one.
///
/// What the registry itself sends and loses are the meters `goku.client.delivered` and
/// `goku.client.lost`.
public final class GokuMeterRegistry extends StepMeterRegistry {
  private final GokuProducer producer;

  /// Begins to send. Kafka need not be there yet.
  public GokuMeterRegistry(GokuRegistryConfig config, Clock clock) {
    this(config, clock, new GokuProducer(config.producerOptions(), new LossLog()));
  }

  /// Begins to send by a producer, which it closes in the end.
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

  /// Not before the application has set its common tags, which later ones would not have.
  private void countOwn() {
    FunctionCounter.builder("goku.client.delivered", producer, GokuProducer::delivered)
        .description("Datapoints that Kafka has acknowledged")
        .register(this);
    FunctionCounter.builder("goku.client.lost", producer, GokuProducer::lost)
        .description("Datapoints that did not come to Kafka")
        .register(this);
  }

  /// Sends what there is since the last step, and waits for Kafka as
  /// [goku.client.GokuProducer#close()] does.
  @Override
  public void close() {
    super.close();
    producer.close();
  }
}
