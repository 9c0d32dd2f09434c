package goku.root.annotation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.root.compacted.VersionedJson;
import java.util.LinkedHashMap;
import java.util.Map;

/// The serializers and deserializers of the records on the topic. The package description has the
/// table of the format. Deserializers throw `IllegalArgumentException` on invalid bytes.
final class AnnotationSerde {
  private static final VersionedJson FORMAT = new VersionedJson(1);

  private AnnotationSerde() {}

  static byte[] serializeKey(AnnotationKey key) {
    return (key.tsuid() + "/" + key.startSeconds()).getBytes(UTF_8);
  }

  static AnnotationKey deserializeKey(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    int slash = text.lastIndexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("no '/' in the key '%s'".formatted(text));
    }
    return new AnnotationKey(text.substring(0, slash), Long.parseLong(text.substring(slash + 1)));
  }

  static byte[] serializeValue(Annotation annotation) {
    ObjectNode json = FORMAT.object();
    json.put("tsuid", annotation.key().tsuid());
    json.put("startTime", annotation.key().startSeconds());
    json.put("endTime", annotation.endSeconds());
    json.put("description", annotation.description());
    json.put("notes", annotation.notes());
    ObjectNode custom = json.putObject("custom");
    annotation.custom().forEach(custom::put);
    return VersionedJson.serialize(json);
  }

  static Annotation deserializeValue(AnnotationKey key, byte[] bytes) {
    JsonNode json = FORMAT.deserialize(bytes);
    Map<String, String> custom = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : json.path("custom").properties()) {
      custom.put(field.getKey(), field.getValue().asText());
    }
    return new Annotation(
        key,
        json.path("endTime").asLong(),
        json.path("description").asText(),
        json.path("notes").asText(),
        custom);
  }
}
