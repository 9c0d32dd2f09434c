package goku.cluster.map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The holes of a shard in the JSON of the shard map, defined in the package comment.
final class MapHoles {
  private MapHoles() {}

  /// Adds two fields, which may be missing at the end.
  ///
  /// @param more whether other fields follow
  static void add(ArrayNode shard, Holes holes, boolean more) {
    if (holes.isEmpty() && !more) {
      return;
    }
    long completeFrom = holes.completeFromForOlderNodes();
    shard.add(completeFrom);
    if (more || !holes.equals(Holes.before(completeFrom, HoleCause.RECOVERY))) {
      ArrayNode list = shard.addArray();
      for (Hole hole : holes.all()) {
        list.addArray().add(hole.startMillis()).add(hole.endMillis()).add(hole.cause().name());
      }
    }
  }

  static Holes read(JsonNode shard) throws IOException {
    if (!shard.has(4)) {
      return Holes.before(shard.path(3).asLong(Long.MIN_VALUE), HoleCause.RECOVERY);
    }
    List<Hole> holes = new ArrayList<>();
    for (JsonNode hole : shard.path(4)) {
      long start = hole.path(0).asLong();
      long end = hole.path(1).asLong();
      if (!hole.path(0).canConvertToLong() || !hole.path(1).canConvertToLong() || end <= start) {
        throw new IOException("a hole must be [start, end, cause], found " + hole);
      }
      holes.add(new Hole(start, end, HoleCause.ofName(hole.path(2).asText())));
    }
    return Holes.of(holes);
  }
}
