package goku.standalone.agent;

import goku.config.DataSize;
import goku.config.Key;
import goku.kafka.KafkaConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The settings of the metrics agent.
public record AgentConfig(
    @Key(
            value = "bootstrap-servers",
            byDefault = "localhost:9092",
            min = 1,
            doc = "bootstrap servers of Kafka, host:port[,host:port]")
        String bootstrapServers,
    @Key(
            value = "kafka-properties",
            secret = true,
            doc = "further properties of the Kafka producer, each key=value, such as those of SASL")
        List<String> kafkaProperties,
    @Key(value = "topic", byDefault = "metrics", min = 1, doc = "topic for put lines") String topic,
    @Key(
            value = "interval",
            byDefault = "10s",
            min = 1000,
            max = 24 * 60 * 60 * 1000,
            doc = "interval between readings, aligned to its multiples by the wall clock")
        Duration interval,
    @Key(value = "tags", doc = "further tags of every metric; 'host' replaces the host's name")
        Map<String, String> tags,
    @Key(
            value = "spool.directory",
            byDefault = AgentConfig.DEFAULT_SPOOL,
            doc =
                "directory for readings that Kafka has not acknowledged; empty keeps them in memory"
                    + " only")
        String spoolDirectory,
    @Key(
            value = "spool.limit",
            byDefault = "64MiB",
            min = 1 << 20,
            doc = "size of the readings on disk; beyond it the oldest ones are dropped")
        DataSize spoolLimit,
    @Key(
            value = "root",
            doc =
                "URL of a root, http://host:4242, that is queried for the agent's datapoints to"
                    + " measure their lag; empty disables this")
        String root,
    @Key(
            value = "root-authorization",
            doc = "header Authorization for the root, such as 'Bearer TOKEN'; empty for none")
        String rootAuthorization) {
  static final String DEFAULT_SPOOL = "goku-agent";

  public AgentConfig {
    kafkaProperties = new KafkaConfig(bootstrapServers, kafkaProperties).properties();
    tags = Map.copyOf(tags);
    requireUrl(root);
  }

  private static void requireUrl(String root) {
    if (!root.isEmpty() && !root.matches("https?://.+")) {
      throw new IllegalArgumentException(
          "root %s is no URL: write http://host:4242 or https://host:4242".formatted(root));
    }
  }

  /// Returns the settings for access to Kafka.
  public KafkaConfig kafka() {
    return new KafkaConfig(bootstrapServers, kafkaProperties);
  }

  /// Omits the credentials, because configurations are printed.
  @Override
  public String toString() {
    return "AgentConfig[bootstrapServers=%s, topic=%s, interval=%s, tags=%s, spoolDirectory=%s, spoolLimit=%s, root=%s]"
        .formatted(bootstrapServers, topic, interval, tags, spoolDirectory, spoolLimit, root);
  }
}
