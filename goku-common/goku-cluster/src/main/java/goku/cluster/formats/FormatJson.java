package goku.cluster.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.cluster.EntryJson;
import goku.model.FormatLevel;
import java.io.IOException;
import java.time.Instant;

/// The JSON of format levels, defined in the package description.
public final class FormatJson {
  private static final int VERSION = 1;

  private FormatJson() {}

  static byte[] write(LevelInForce inForce) {
    return EntryJson.bytes(put(EntryJson.object(VERSION), inForce));
  }

  static LevelInForce readLevel(byte[] json) throws IOException {
    return level(EntryJson.read(json, VERSION));
  }

  static byte[] write(FormatNode node) {
    return EntryJson.bytes(put(EntryJson.object(VERSION), node));
  }

  static FormatNode readNode(String name, byte[] json) throws IOException {
    return node(name, EntryJson.read(json, VERSION));
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
    object.put("newest", node.newest()).put("since", node.since().toEpochMilli());
    return node.build().isEmpty() ? object : object.put("build", node.build());
  }

  /// Returns the node from its fields.
  public static FormatNode node(String name, JsonNode object) throws IOException {
    return new FormatNode(
        name, positive(object, "newest"), since(object), object.path("build").asText());
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
}
