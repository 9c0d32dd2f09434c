package goku.integration.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.integration.fixture.WholeTopic;
import java.util.List;

/// A reader of the topic of finalized buckets.
final class FinalizedTopic {
  private static final String TOPIC = "goku-finalized";

  private FinalizedTopic() {}

  /// The values of all records that are there.
  static List<String> read(String bootstrapServers) {
    return WholeTopic.read(bootstrapServers, TOPIC).stream()
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }
}
