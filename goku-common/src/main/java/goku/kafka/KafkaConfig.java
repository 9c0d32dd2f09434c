package goku.kafka;

import goku.config.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How to reach Kafka.
///
/// @param properties handed to every client as they are, each written `key=value`
public record KafkaConfig(
    @Key(
            value = "bootstrap-servers",
            doc = "Kafka brokers to begin with, host:port[,host:port]",
            byDefault = "localhost:9092")
        String bootstrapServers,
    @Key(
            value = "properties",
            doc = "further properties of all Kafka clients, each key=value, such as those of SASL")
        List<String> properties) {
  public KafkaConfig {
    properties = List.copyOf(properties);
    for (String property : properties) {
      if (property.indexOf('=') < 1) {
        throw new IllegalArgumentException(
            "kafka property \"%s\" is not of the form key=value".formatted(property));
      }
    }
  }

  public static KafkaConfig of(String bootstrapServers) {
    return new KafkaConfig(bootstrapServers, List.of());
  }

  /// The properties that every client begins with.
  public Map<String, Object> clientProperties() {
    Map<String, Object> all = new HashMap<>();
    all.put("bootstrap.servers", bootstrapServers);
    for (String property : properties) {
      int equals = property.indexOf('=');
      all.put(property.substring(0, equals), property.substring(equals + 1));
    }
    return all;
  }
}
