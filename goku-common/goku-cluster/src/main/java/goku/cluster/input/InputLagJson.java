package goku.cluster.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.kafka.input.InputLag;
import goku.kafka.input.InputLag.TopicLag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The JSON of the input lag, defined in the package comment.
final class InputLagJson {
  private static final int VERSION = 1;
  private static final JsonMapper MAPPER = new JsonMapper();

  private InputLagJson() {}

  static byte[] write(long atMillis, InputLag lag) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("version", VERSION);
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
    try {
      return MAPPER.writeValueAsBytes(root);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write " + root, impossible);
    }
  }

  static InputLag read(byte[] json) throws IOException {
    JsonNode root = root(json);
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
    return root(json).path("at").asLong();
  }

  private static JsonNode root(byte[] json) throws IOException {
    JsonNode root = MAPPER.readTree(json);
    int version = root == null ? 0 : root.path("version").asInt();
    if (version != VERSION) {
      throw new IOException(
          "version must be %d, found %d: a newer controller may have written it"
              .formatted(VERSION, version));
    }
    return root;
  }
}
