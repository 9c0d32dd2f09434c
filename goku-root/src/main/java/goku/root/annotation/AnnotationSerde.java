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
  private static final VersionedJson SECONDS = new VersionedJson(1);
  private static final VersionedJson MILLISECONDS = new VersionedJson(2);
  private static final String UNIT = "ms";

  private AnnotationSerde() {}

  static byte[] serializeKey(AnnotationKey key) {
    String start =
        isWhole(key.startMillis())
            ? Long.toString(key.startMillis() / 1000)
            : key.startMillis() + UNIT;
    return (key.tsuid() + "/" + start).getBytes(UTF_8);
  }

  static AnnotationKey deserializeKey(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    int slash = text.lastIndexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("no '/' in the key '%s'".formatted(text));
    }
    String start = text.substring(slash + 1);
    long millis =
        start.endsWith(UNIT)
            ? Long.parseLong(start.substring(0, start.length() - UNIT.length()))
            : Math.multiplyExact(Long.parseLong(start), 1000L);
    return new AnnotationKey(text.substring(0, slash), millis);
  }

  static byte[] serializeValue(Annotation annotation) {
    boolean whole = isWhole(annotation.key().startMillis()) && isWhole(annotation.endMillis());
    long unit = whole ? 1000 : 1;
    ObjectNode json = (whole ? SECONDS : MILLISECONDS).object();
    json.put("tsuid", annotation.key().tsuid());
    json.put("startTime", annotation.key().startMillis() / unit);
    json.put("endTime", annotation.endMillis() / unit);
    json.put("description", annotation.description());
    json.put("notes", annotation.notes());
    ObjectNode custom = json.putObject("custom");
    annotation.custom().forEach(custom::put);
    return VersionedJson.serialize(json);
  }

  private static boolean isWhole(long millis) {
    return millis % 1000 == 0;
  }

  static Annotation deserializeValue(AnnotationKey key, byte[] bytes) {
    JsonNode json = MILLISECONDS.deserializeSince(SECONDS, bytes);
    long unit = json.path("version").asInt() == SECONDS.version() ? 1000 : 1;
    Map<String, String> custom = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : json.path("custom").properties()) {
      custom.put(field.getKey(), field.getValue().asText());
    }
    return new Annotation(
        key,
        json.path("endTime").asLong() * unit,
        json.path("description").asText(),
        json.path("notes").asText(),
        custom);
  }
}
