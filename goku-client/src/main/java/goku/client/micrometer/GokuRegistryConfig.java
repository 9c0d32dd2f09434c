package goku.client.micrometer;

import static io.micrometer.core.instrument.config.validate.PropertyValidator.getString;

import goku.client.ProducerOptions;
import io.micrometer.core.instrument.step.StepRegistryConfig;

/// What can be set about a [GokuMeterRegistry], as properties with the prefix `goku`:
/// `goku.bootstrapServers`, `goku.topic`, and those of all registries that push, such as
/// `goku.step`.
public interface GokuRegistryConfig extends StepRegistryConfig {
  @Override
  default String prefix() {
    return "goku";
  }

  /// Kafka brokers, `host:port` separated by commas. Needed unless the registry is given a
  /// producer.
  default String bootstrapServers() {
    return getString(this, "bootstrapServers").required().get();
  }

  /// The topic that Goku's ingestors read; `metrics` unless set.
  default String topic() {
    return getString(this, "topic").orElse("metrics");
  }

  /// How datapoints are sent; to be overridden for what is no property, such as TLS.
  default ProducerOptions producerOptions() {
    return ProducerOptions.of(bootstrapServers()).withTopic(topic());
  }
}
