package goku.root.compacted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A JSON object with a `version` field: the form of the record values on compacted topics.
///
/// @param version the version that is written
public record VersionedJson(int version) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /// Returns an object that has its version and no other field yet.
  public ObjectNode object() {
    return MAPPER.createObjectNode().put("version", version);
  }

  public static byte[] serialize(ObjectNode json) {
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Parses an object. Throws `IllegalArgumentException` if the bytes are not JSON or have another
  /// version.
  public JsonNode deserialize(byte[] bytes) {
    return deserializeSince(this, bytes);
  }

  /// Parses an object of any version from `first` to this one, which is in its field `version`.
  /// Throws like `deserialize`.
  public JsonNode deserializeSince(VersionedJson first, byte[] bytes) {
    JsonNode json;
    try {
      json = MAPPER.readTree(bytes);
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON", e);
    }
    int found = json.path("version").asInt();
    if (found < first.version() || found > version) {
      String readable =
          first.version() == version ? "only " + version : first.version() + " to " + version;
      throw new IllegalArgumentException(
          "version %s, this server reads %s".formatted(json.path("version"), readable));
    }
    return json;
  }
}
