package goku.cluster.rename;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.cluster.EntryJson;
import goku.model.MetricRename;
import goku.model.MetricRenames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The JSON of renamed metrics, as the description of the package gives it.
final class RenameJson {
  private static final int VERSION = 1;

  private RenameJson() {}

  static byte[] write(MetricRenames renames) {
    ObjectNode root = EntryJson.object(VERSION).put("edition", renames.edition());
    ArrayNode list = root.putArray("renames");
    for (MetricRename one : renames.all()) {
      ObjectNode entry = list.addObject().put("name", one.name()).put("stored", one.stored());
      if (one.isPending()) {
        entry.put("pending", true);
      }
    }
    return EntryJson.bytes(root);
  }

  static MetricRenames read(byte[] json) throws IOException {
    JsonNode root = EntryJson.read(json, VERSION);
    JsonNode edition = root.path("edition");
    if (!edition.isIntegralNumber() || !edition.canConvertToLong()) {
      throw new IOException("edition must be a whole number, found " + edition);
    }
    List<MetricRename> entries = new ArrayList<>();
    for (JsonNode entry : root.path("renames")) {
      if (!entry.path("name").isTextual() || !entry.path("stored").isTextual()) {
        throw new IOException("a rename must have a name and a stored name, found " + entry);
      }
      entries.add(
          new MetricRename(
              entry.path("name").asText(),
              entry.path("stored").asText(),
              entry.path("pending").asBoolean()));
    }
    try {
      return MetricRenames.of(edition.asLong(), entries);
    } catch (IllegalArgumentException alike) {
      throw new IOException(alike.getMessage(), alike);
    }
  }
}
