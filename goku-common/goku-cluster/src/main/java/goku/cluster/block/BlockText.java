package goku.cluster.block;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.model.Block;
import goku.model.BlockRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The JSON of the blocklist, defined in the package comment. Every error in a text is an
/// `IOException` with the location.
final class BlockText {
  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER = new JsonMapper();

  private BlockText() {}

  static byte[] write(List<Block> blocks) {
    ObjectNode root = root();
    ArrayNode list = root.putArray("blocks");
    for (Block block : blocks) {
      ObjectNode entry = list.addObject();
      entry.put("metric", block.rule().metric());
      if (block.rule().isPrefix()) {
        entry.put("prefix", true);
      }
      if (!block.reason().isEmpty()) {
        entry.put("reason", block.reason());
      }
      entry.put("since", block.sinceMillis());
    }
    return bytes(root);
  }

  static List<Block> read(byte[] json) throws IOException {
    JsonNode list = tree(json).get("blocks");
    if (list == null || !list.isArray()) {
      throw new IOException("'blocks' is missing or not an array");
    }
    List<Block> blocks = new ArrayList<>();
    for (JsonNode entry : list) {
      blocks.add(block(entry, "blocks[%d]".formatted(blocks.size())));
    }
    return blocks;
  }

  static byte[] writeParts(List<String> parts) {
    ObjectNode root = root();
    ArrayNode list = root.putArray("parts");
    parts.forEach(list::add);
    return bytes(root);
  }

  /// Returns the names of the parts that the text lists, or none.
  static List<String> parts(byte[] json) throws IOException {
    List<String> parts = new ArrayList<>();
    for (JsonNode part : tree(json).path("parts")) {
      if (!part.isTextual()) {
        throw new IOException("parts[%d] is not a string".formatted(parts.size()));
      }
      parts.add(part.textValue());
    }
    return parts;
  }

  private static Block block(JsonNode entry, String where) throws IOException {
    JsonNode metric = entry.path("metric");
    JsonNode since = entry.path("since");
    if (!metric.isTextual() || metric.textValue().isEmpty()) {
      throw new IOException(where + ".metric is missing or not a string");
    }
    if (!since.canConvertToLong()) {
      throw new IOException(where + ".since is missing or not a time in milliseconds");
    }
    JsonNode prefix = entry.path("prefix");
    if (!prefix.isMissingNode() && !prefix.isBoolean()) {
      throw new IOException(where + ".prefix is not a boolean");
    }
    return new Block(
        new BlockRule(metric.textValue(), prefix.asBoolean()),
        entry.path("reason").asText(),
        since.asLong());
  }

  private static JsonNode tree(byte[] json) throws IOException {
    JsonNode root = MAPPER.readTree(json);
    if (root.path("version").asInt() != VERSION) {
      throw new IOException("version is %s, not %d".formatted(root.path("version"), VERSION));
    }
    return root;
  }

  private static ObjectNode root() {
    return MAPPER.createObjectNode().put("version", VERSION);
  }

  private static byte[] bytes(ObjectNode root) {
    try {
      return MAPPER.writeValueAsBytes(root);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
