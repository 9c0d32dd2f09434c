package goku.kafka.input;

import goku.config.Key;
import goku.kafka.KafkaNames;
import java.util.List;

/// The input topics whose lag is measured.
public record InputConfig(
    @Key(
            value = "topics",
            doc =
                "input topics of the ingestors, whose lag marks answers; empty if no sender writes"
                    + " to them",
            byDefault = "metrics")
        List<String> topics,
    @Key(
            value = "application-id",
            doc = "consumer group of the ingestors; empty: the prefix of Kafka and -ingest")
        String applicationId) {
  public InputConfig {
    topics = List.copyOf(topics);
  }

  /// Returns the settings with the name of the group.
  InputConfig named(KafkaNames names) {
    return new InputConfig(topics, names.ingestGroup(applicationId));
  }
}
