package goku.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/// The JSON of entries in ZooKeeper: an object with a `version`. Readers reject other versions.
public final class EntryJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private EntryJson() {}

  /// Creates an object that has only its version.
  public static ObjectNode object(int version) {
    return MAPPER.createObjectNode().put("version", version);
  }

  /// Returns the bytes of an entry.
  public static byte[] bytes(ObjectNode entry) {
    try {
      return MAPPER.writeValueAsBytes(entry);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write " + entry, impossible);
    }
  }

  /// Parses an entry.
  ///
  /// @throws IOException if it is not JSON, or has another version
  public static JsonNode read(byte[] json, int version) throws IOException {
    JsonNode entry = MAPPER.readTree(json);
    int found = entry == null ? 0 : entry.path("version").asInt();
    if (entry == null || found != version) {
      throw new IOException(
          "version must be %d, found %d: a newer build may have written it"
              .formatted(version, found));
    }
    return entry;
  }
}
