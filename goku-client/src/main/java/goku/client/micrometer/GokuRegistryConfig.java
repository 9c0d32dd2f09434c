package goku.client.micrometer;

import static io.micrometer.core.instrument.config.validate.PropertyValidator.getString;

import goku.client.ProducerOptions;
import io.micrometer.core.instrument.step.StepRegistryConfig;

/// The settings of a [GokuMeterRegistry], as properties with the prefix `goku`:
/// `goku.bootstrapServers`, `goku.topic`, and those of all push registries, such as `goku.step`.
public interface GokuRegistryConfig extends StepRegistryConfig {
  @Override
  default String prefix() {
    return "goku";
  }

  /// Returns the Kafka brokers, `host:port` separated by commas. Required unless the registry is
  /// given a producer.
  default String bootstrapServers() {
    return getString(this, "bootstrapServers").required().get();
  }

  /// Returns the topic that Goku's ingestors read, `metrics` by default.
  default String topic() {
    return getString(this, "topic").orElse("metrics");
  }

  /// Returns the producer's options. Override it for options that are not properties, such as TLS.
  default ProducerOptions producerOptions() {
    return ProducerOptions.of(bootstrapServers()).withTopic(topic());
  }
}
