package goku.cluster.drain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.cluster.SharedEntry;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// The JSON of drains, as the description of the package gives it.
final class DrainJson implements SharedEntry.Format<Drains> {
  private static final int VERSION = 1;
  private static final JsonMapper MAPPER = new JsonMapper();

  @Override
  public byte[] write(Drains drains) {
    ObjectNode root = MAPPER.createObjectNode().put("version", VERSION);
    ObjectNode drained = root.putObject("drained");
    drains.since().forEach((name, since) -> drained.put(name, since.toEpochMilli()));
    try {
      return MAPPER.writeValueAsBytes(root);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write " + root, impossible);
    }
  }

  @Override
  public Drains read(byte[] json) throws IOException {
    JsonNode root = MAPPER.readTree(json);
    int version = root == null ? 0 : root.path("version").asInt();
    if (root == null || version != VERSION) {
      throw new IOException("version must be %d, found %d".formatted(VERSION, version));
    }
    Map<String, Instant> since = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : root.path("drained").properties()) {
      if (!entry.getValue().canConvertToLong()) {
        throw new IOException(
            "the start of drain=%s must be a number, found %s"
                .formatted(entry.getKey(), entry.getValue()));
      }
      since.put(entry.getKey(), Instant.ofEpochMilli(entry.getValue().asLong()));
    }
    return new Drains(since);
  }
}
