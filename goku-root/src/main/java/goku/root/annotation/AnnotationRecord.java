package goku.root.annotation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Keys and values of the records on the topic, as the table in the description of the package
/// draws them.
final class AnnotationRecord {
  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private AnnotationRecord() {}

  static byte[] key(AnnotationKey key) {
    return (key.tsuid() + "/" + key.startSeconds()).getBytes(UTF_8);
  }

  /// Fails with an `IllegalArgumentException` on what is no such key.
  static AnnotationKey key(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    int slash = text.lastIndexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("no '/' in the key '%s'".formatted(text));
    }
    return new AnnotationKey(text.substring(0, slash), Long.parseLong(text.substring(slash + 1)));
  }

  static byte[] value(Annotation annotation) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("version", VERSION);
    json.put("tsuid", annotation.key().tsuid());
    json.put("startTime", annotation.key().startSeconds());
    json.put("endTime", annotation.endSeconds());
    json.put("description", annotation.description());
    json.put("notes", annotation.notes());
    ObjectNode custom = json.putObject("custom");
    annotation.custom().forEach(custom::put);
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Fails with an `IllegalArgumentException` on what is no such value, or one of a later version.
  static Annotation value(AnnotationKey key, byte[] bytes) {
    JsonNode json;
    try {
      json = MAPPER.readTree(bytes);
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON", e);
    }
    if (json.path("version").asInt() != VERSION) {
      throw new IllegalArgumentException(
          "version %s, this server knows %d".formatted(json.path("version"), VERSION));
    }
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
