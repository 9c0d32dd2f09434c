package goku.cluster.drain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.cluster.EntryJson;
import goku.cluster.SharedEntry;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// The JSON of drains, as the description of the package gives it.
final class DrainJson implements SharedEntry.Format<Drains> {
  private static final int VERSION = 1;

  @Override
  public byte[] write(Drains drains) {
    ObjectNode root = EntryJson.object(VERSION);
    ObjectNode drained = root.putObject("drained");
    drains.since().forEach((name, since) -> drained.put(name, since.toEpochMilli()));
    return EntryJson.bytes(root);
  }

  @Override
  public Drains read(byte[] json) throws IOException {
    JsonNode root = EntryJson.read(json, VERSION);
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
