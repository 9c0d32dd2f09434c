package goku.cluster.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.cluster.EntryJson;
import goku.kafka.input.InputLag;
import goku.kafka.input.InputLag.TopicLag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The JSON of the input lag, defined in the package comment.
final class InputLagJson {
  private static final int VERSION = 1;

  private InputLagJson() {}

  static byte[] write(long atMillis, InputLag lag) {
    ObjectNode root = EntryJson.object(VERSION);
    root.put("at", atMillis);
    root.put("group", lag.group());
    root.put("members", lag.members());
    root.put("problem", lag.problem());
    ArrayNode topics = root.putArray("topics");
    for (TopicLag topic : lag.topics()) {
      topics
          .addObject()
          .put("topic", topic.topic())
          .put("records", topic.records())
          .put("lag", topic.lagMillis());
    }
    return EntryJson.bytes(root);
  }

  static InputLag read(byte[] json) throws IOException {
    JsonNode root = EntryJson.read(json, VERSION);
    List<TopicLag> topics = new ArrayList<>();
    for (JsonNode topic : root.path("topics")) {
      JsonNode lag = topic.path("lag");
      if (!topic.path("topic").isTextual() || !lag.canConvertToLong()) {
        throw new IOException("a topic must have a name and a lag, found " + topic);
      }
      topics.add(
          new TopicLag(topic.path("topic").asText(), topic.path("records").asLong(), lag.asLong()));
    }
    return new InputLag(
        root.path("group").asText(),
        root.path("members").asInt(),
        topics,
        root.path("problem").asText());
  }

  /// Returns the time at which the entry was written, in milliseconds since the epoch.
  static long writtenAt(byte[] json) throws IOException {
    return EntryJson.read(json, VERSION).path("at").asLong();
  }
}
