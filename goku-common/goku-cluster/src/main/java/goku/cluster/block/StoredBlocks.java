package goku.cluster.block;

import goku.model.Block;
import java.util.List;

/// The list as ZooKeeper has it.
///
/// @param version of the node, for a change that wants to find it so; `ABSENT` without a node
/// @param changeId ZooKeeper's number of the last change, which only grows
/// @param parts the parts that the list lies in; none of a short one
record StoredBlocks(List<Block> blocks, int version, long changeId, List<String> parts) {
  static final int ABSENT = -1;

  static final StoredBlocks NONE = new StoredBlocks(List.of(), ABSENT, ABSENT, List.of());
}
