package goku.root.queried;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.compacted.VersionedJson;

/// The serializers and deserializers of the records on the topic. The package description has the
/// table of the format. Deserializers throw `IllegalArgumentException` on invalid bytes.
final class QueriedSerde {
  /// The key of the record on all metrics. No metric has an empty name.
  static final String ALL_METRICS = "";

  private static final VersionedJson FORMAT = new VersionedJson(1);

  private QueriedSerde() {}

  static byte[] serializeKey(String metric) {
    return metric.getBytes(UTF_8);
  }

  static String deserializeKey(byte[] key) {
    return new String(key, UTF_8);
  }

  static byte[] serializeQueried(Queried queried) {
    return VersionedJson.serialize(
        FORMAT
            .object()
            .put("lastQueriedMillis", queried.lastMillis())
            .put("count", queried.count()));
  }

  static Queried deserializeQueried(byte[] value) {
    JsonNode json = FORMAT.deserialize(value);
    return new Queried(number(json, "lastQueriedMillis"), number(json, "count"));
  }

  static byte[] serializeObservedSince(long millis) {
    return VersionedJson.serialize(FORMAT.object().put("observedSinceMillis", millis));
  }

  static long deserializeObservedSince(byte[] value) {
    return number(FORMAT.deserialize(value), "observedSinceMillis");
  }

  private static long number(JsonNode json, String field) {
    JsonNode number = json.path(field);
    if (!number.canConvertToLong() || !number.isNumber()) {
      throw new IllegalArgumentException("%s is '%s', not a number".formatted(field, number));
    }
    return number.asLong();
  }
}
