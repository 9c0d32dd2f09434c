package goku.integration.programs.recording;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Bodies of `/api/put`: a JSON object, or an array of them.
final class PutBodies {
  private static final List<String> NEEDED = List.of("metric", "timestamp", "value");
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final SentReader reader;

  PutBodies(SentReader reader) {
    this.reader = reader;
  }

  void read(byte[] body) {
    JsonNode json;
    try {
      json = JSON.readTree(body);
    } catch (IOException e) {
      reader.refused(e.toString());
      return;
    }
    if (json.isArray()) {
      json.forEach(this::datapoint);
    } else {
      datapoint(json);
    }
  }

  private void datapoint(JsonNode json) {
    if (!NEEDED.stream().allMatch(json::hasNonNull)) {
      reader.refused(json.toString());
      return;
    }
    Map<String, String> tags = new HashMap<>();
    json.path("tags").properties().forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
    reader.datapoint(
        json.get("metric").asText(),
        json.get("timestamp").asText(),
        json.get("value").asText(),
        tags,
        json.toString());
  }
}
