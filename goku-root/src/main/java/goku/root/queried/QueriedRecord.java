package goku.root.queried;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Keys and values of the records on the topic, as the table in the description of the package
/// draws them. What is none fails with an `IllegalArgumentException`.
final class QueriedRecord {
  /// The key of what holds for all metrics; no metric has an empty name.
  static final String ALL = "";

  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private QueriedRecord() {}

  static byte[] key(String metric) {
    return metric.getBytes(UTF_8);
  }

  static String metric(byte[] key) {
    return new String(key, UTF_8);
  }

  static byte[] value(Queried queried) {
    return bytes(
        object().put("lastQueriedMillis", queried.lastMillis()).put("count", queried.count()));
  }

  static Queried queried(byte[] value) {
    JsonNode json = json(value);
    return new Queried(number(json, "lastQueriedMillis"), number(json, "count"));
  }

  static byte[] observedSince(long millis) {
    return bytes(object().put("observedSinceMillis", millis));
  }

  static long observedSince(byte[] value) {
    return number(json(value), "observedSinceMillis");
  }

  private static ObjectNode object() {
    return MAPPER.createObjectNode().put("version", VERSION);
  }

  private static byte[] bytes(ObjectNode json) {
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode json(byte[] bytes) {
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
    return json;
  }

  private static long number(JsonNode json, String field) {
    JsonNode number = json.path(field);
    if (!number.canConvertToLong() || !number.isNumber()) {
      throw new IllegalArgumentException("%s is '%s', not a number".formatted(field, number));
    }
    return number.asLong();
  }
}
