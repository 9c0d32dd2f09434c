package goku.kafka;

import goku.config.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The settings for access to Kafka.
///
/// @param properties properties for every client, each written `key=value`
/// @param topicReplicas the replicas of topics that Goku creates; 0 for [Replication#DERIVED]
/// @param prefix the prefix of [KafkaNames]
public record KafkaConfig(
    @Key(
            value = "bootstrap-servers",
            doc = "bootstrap servers of Kafka, host:port[,host:port]",
            byDefault = "localhost:9092")
        String bootstrapServers,
    @Key(
            value = "properties",
            secret = true,
            doc = "further properties of all Kafka clients, each key=value, such as those of SASL")
        List<String> properties,
    @Key(
            value = "topic-replicas",
            byDefault = "0",
            min = 0,
            max = 100,
            doc =
                "replicas of topics that Goku creates; 0 chooses 3, or as many as there are brokers"
                    + " if these are fewer")
        int topicReplicas,
    @Key(
            value = "prefix",
            byDefault = KafkaNames.DEFAULT_PREFIX,
            min = 1,
            max = 100,
            doc =
                "beginning of the topics and consumer groups that Goku names, such as"
                    + " goku-annotations; the same in all processes of a deployment, and different"
                    + " in deployments that share Kafka")
        String prefix) {
  /// Creates settings with a derived number of replicas and the default prefix.
  public KafkaConfig(String bootstrapServers, List<String> properties) {
    this(bootstrapServers, properties, 0, KafkaNames.DEFAULT_PREFIX);
  }

  public KafkaConfig {
    properties = List.copyOf(properties);
    for (int i = 0; i < properties.size(); i++) {
      if (properties.get(i).indexOf('=') < 1) {
        throw new IllegalArgumentException( // it may be a secret
            "kafka property %d is not of the form key=value".formatted(i + 1));
      }
    }
    var _ = new KafkaNames(prefix);
  }

  public static KafkaConfig of(String bootstrapServers) {
    return new KafkaConfig(bootstrapServers, List.of());
  }

  /// Omits the values of the properties, because configurations are printed and the values include
  /// passwords.
  @Override
  public String toString() {
    List<String> keys =
        properties.stream().map(each -> each.substring(0, each.indexOf('=')) + "=...").toList();
    return "KafkaConfig[bootstrapServers=%s, properties=%s, topicReplicas=%d, prefix=%s]"
        .formatted(bootstrapServers, keys, topicReplicas, prefix);
  }

  /// Returns the replication of topics that Goku creates.
  public Replication replication() {
    return new Replication(topicReplicas);
  }

  /// Returns the names of the topics and consumer groups that Goku chooses.
  public KafkaNames names() {
    return new KafkaNames(prefix);
  }

  /// Returns the properties common to all clients.
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
