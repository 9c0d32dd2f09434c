package goku.cluster.formats;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.model.FormatLevel;
import java.io.IOException;
import java.time.Instant;

/// The JSON of format levels, defined in the package description.
public final class FormatJson {
  private static final int VERSION = 1;
  private static final JsonMapper MAPPER = new JsonMapper();

  private FormatJson() {}

  static byte[] write(LevelInForce inForce) {
    return bytes(put(root(), inForce));
  }

  static LevelInForce readLevel(byte[] json) throws IOException {
    return level(root(json));
  }

  static byte[] write(FormatNode node) {
    return bytes(put(root(), node));
  }

  static FormatNode readNode(String name, byte[] json) throws IOException {
    return node(name, root(json));
  }

  /// Adds the fields of the level.
  public static ObjectNode put(ObjectNode object, LevelInForce inForce) {
    return object
        .put("level", inForce.level())
        .put("since", inForce.since().toEpochMilli())
        .put("raisedBy", inForce.raisedBy());
  }

  /// Returns the level from its fields.
  public static LevelInForce level(JsonNode object) throws IOException {
    return new LevelInForce(
        positive(object, "level"), since(object), object.path("raisedBy").asText());
  }

  /// Adds the fields of the node, without its name.
  public static ObjectNode put(ObjectNode object, FormatNode node) {
    return object.put("newest", node.newest()).put("since", node.since().toEpochMilli());
  }

  /// Returns the node from its fields.
  public static FormatNode node(String name, JsonNode object) throws IOException {
    return new FormatNode(name, positive(object, "newest"), since(object));
  }

  private static int positive(JsonNode object, String field) throws IOException {
    JsonNode value = object.path(field);
    if (!value.isInt() || value.asInt() < FormatLevel.FIRST) {
      throw new IOException("`%s` must be a positive integer, found %s".formatted(field, value));
    }
    return value.asInt();
  }

  private static Instant since(JsonNode object) throws IOException {
    JsonNode value = object.path("since");
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IOException("`since` must be a time in milliseconds, found %s".formatted(value));
    }
    return Instant.ofEpochMilli(value.asLong());
  }

  private static ObjectNode root() {
    return MAPPER.createObjectNode().put("version", VERSION);
  }

  private static JsonNode root(byte[] json) throws IOException {
    JsonNode root = MAPPER.readTree(json);
    int version = root == null ? 0 : root.path("version").asInt();
    if (version != VERSION) {
      throw new IOException("version must be %d, found %d".formatted(VERSION, version));
    }
    return root;
  }

  private static byte[] bytes(ObjectNode root) {
    try {
      return MAPPER.writeValueAsBytes(root);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write " + root, impossible);
    }
  }
}
