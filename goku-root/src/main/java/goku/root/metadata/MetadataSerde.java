package goku.root.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.root.compacted.VersionedJson;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The serializers and deserializers of the records on the topic. The package description has the
/// table of the format. Deserializers throw `IllegalArgumentException` on invalid bytes.
final class MetadataSerde {
  private static final VersionedJson FORMAT = new VersionedJson(1);

  private MetadataSerde() {}

  static byte[] serializeKey(MetadataKey key) {
    return (key.subject().word() + "/" + key.identifier()).getBytes(UTF_8);
  }

  static MetadataKey deserializeKey(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("no '/' in the key '%s'".formatted(text));
    }
    return new MetadataKey(Subject.of(text.substring(0, slash)), text.substring(slash + 1));
  }

  static byte[] serializeValue(Metadata metadata) {
    ObjectNode json = FORMAT.object();
    json.put("name", metadata.name());
    ObjectNode fields = json.putObject("fields");
    metadata.fields().forEach((field, value) -> fields.put(field.member(), value));
    if (metadata.custom() != null) {
      ObjectNode custom = json.putObject("custom");
      metadata.custom().forEach(custom::put);
    }
    return VersionedJson.serialize(json);
  }

  static Metadata deserializeValue(MetadataKey key, byte[] bytes) {
    JsonNode json = FORMAT.deserialize(bytes);
    Map<MetadataField, String> fields = new EnumMap<>(MetadataField.class);
    for (Map.Entry<String, JsonNode> member : json.path("fields").properties()) {
      MetadataField field = MetadataField.of(member.getKey());
      fields.put(field, field.stored(member.getValue().asText()));
    }
    return new Metadata(key, json.path("name").asText(), fields, custom(json.get("custom")));
  }

  private static @Nullable Map<String, String> custom(@Nullable JsonNode json) {
    if (json == null) {
      return null;
    }
    Map<String, String> custom = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      custom.put(field.getKey(), field.getValue().asText());
    }
    return custom;
  }
}
