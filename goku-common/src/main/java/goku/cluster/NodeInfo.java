package goku.cluster;

import goku.model.ShardId;
import java.util.List;

/// A storage node as it announces itself.
///
/// @param name unique among the nodes of its service; one path segment
/// @param address `host:port` of its node RPC
/// @param shards those it serves now
public record NodeInfo(String name, String zone, String address, List<ShardId> shards) {
  public NodeInfo {
    if (name.isEmpty() || name.contains("/")) {
      throw new IllegalArgumentException(
          "node name `%s` must not be empty or contain `/`".formatted(name));
    }
    shards = List.copyOf(shards);
  }
}
