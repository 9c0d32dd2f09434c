package goku.standalone.agent;

import goku.config.Key;
import java.time.Duration;
import java.util.Map;

/// What the metrics agent needs to know.
public record AgentConfig(
    @Key(
            value = "bootstrap-servers",
            byDefault = "localhost:9092",
            min = 1,
            doc = "Kafka brokers to begin with, host:port[,host:port].")
        String bootstrapServers,
    @Key(value = "topic", byDefault = "metrics", min = 1, doc = "Topic to send put lines to.")
        String topic,
    @Key(
            value = "interval",
            byDefault = "10s",
            min = 1000,
            max = 24 * 60 * 60 * 1000,
            doc = "Time between two readings, which fall on its multiples by the wall clock.")
        Duration interval,
    @Key(value = "tags", doc = "Further tags of every metric; 'host' replaces the host's name.")
        Map<String, String> tags) {
  public AgentConfig {
    tags = Map.copyOf(tags);
  }
}
