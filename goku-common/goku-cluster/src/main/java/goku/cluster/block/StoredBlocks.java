package goku.cluster.block;

import goku.model.Block;
import java.util.List;

/// The blocklist as stored in ZooKeeper.
///
/// @param version the version of the ZooKeeper node, for conditional changes; `ABSENT` without a
///   node
/// @param changeId ZooKeeper's number of the last change, which only grows
/// @param parts the names of the parts that hold the list; empty for a short list
record StoredBlocks(List<Block> blocks, int version, long changeId, List<String> parts) {
  static final int ABSENT = -1;

  static final StoredBlocks NONE = new StoredBlocks(List.of(), ABSENT, ABSENT, List.of());
}
