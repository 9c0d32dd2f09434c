package goku.root.conformance.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/// A comparison of the metadata of a name or a series, or of an answer without them. What the
/// server itself knows of them is not compared: identifiers, and when and how often it got
/// datapoints.
record MetadataComparison(Values values) {
  private static final Set<String> OF_THE_SERVER =
      Set.of("uid", "tsuid", "created", "lastReceived", "totalDatapoints");

  void check(JsonNode want, JsonNode got) {
    Mismatch.unless(want.isObject() == got.isObject(), "want %s, got %s", want, got);
    if (want.isObject()) {
      values.deep(written(want), written(got), "metadata");
    }
  }

  /// Returns the metadata that a client can write.
  private static JsonNode written(JsonNode metadata) {
    JsonNode written = metadata.deepCopy();
    written.findParents("uid").forEach(MetadataComparison::removeOwn);
    written.findParents("tsuid").forEach(MetadataComparison::removeOwn);
    return written;
  }

  private static void removeOwn(JsonNode object) {
    ((ObjectNode) object).remove(OF_THE_SERVER);
  }
}
