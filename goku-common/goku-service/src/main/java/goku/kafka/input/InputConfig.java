package goku.kafka.input;

import goku.config.Key;
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
            doc = "consumer group of the ingestors",
            byDefault = "goku-ingest")
        String applicationId) {
  public InputConfig {
    topics = List.copyOf(topics);
  }
}
