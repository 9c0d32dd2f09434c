package goku.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.model.LateMove;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The JSON of late moves. Version 1 is an object with `version` and `moves`, a list of `prefix`,
/// `namespace`, `from`, `until` and `confirmed`. `from` and `until` are milliseconds since the
/// epoch. A reader rejects other versions and ignores unknown fields.
final class LateMoveJson {
  private static final int VERSION = 1;

  private LateMoveJson() {}

  static byte[] write(List<LateMove> moves) {
    ObjectNode root = EntryJson.object(VERSION);
    ArrayNode list = root.putArray("moves");
    for (LateMove move : moves) {
      list.addObject()
          .put("prefix", move.prefix())
          .put("namespace", move.namespace())
          .put("from", move.fromMillis())
          .put("until", move.untilMillis())
          .put("confirmed", move.isConfirmed());
    }
    return EntryJson.bytes(root);
  }

  static List<LateMove> read(byte[] json) throws IOException {
    JsonNode root = EntryJson.read(json, VERSION);
    List<LateMove> moves = new ArrayList<>();
    for (JsonNode move : root.path("moves")) {
      moves.add(move(move));
    }
    return List.copyOf(moves);
  }

  private static LateMove move(JsonNode move) throws IOException {
    JsonNode from = move.path("from");
    JsonNode until = move.path("until");
    boolean isComplete =
        move.path("prefix").isTextual()
            && move.path("namespace").isTextual()
            && from.isIntegralNumber()
            && from.canConvertToLong()
            && until.isIntegralNumber()
            && until.canConvertToLong()
            && from.asLong() < until.asLong();
    if (!isComplete) {
      throw new IOException(
          "a move must have a prefix, a namespace, and a time `until` after `from`, found " + move);
    }
    return new LateMove(
        move.path("prefix").asText(),
        move.path("namespace").asText(),
        from.asLong(),
        until.asLong(),
        move.path("confirmed").asBoolean());
  }
}
