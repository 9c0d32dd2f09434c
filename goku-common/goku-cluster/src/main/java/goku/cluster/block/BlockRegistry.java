package goku.cluster.block;

import goku.cluster.ClusterClient;
import goku.model.Block;
import goku.model.BlockRule;
import goku.service.ClusterException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.data.Stat;

/// The metrics that are blocked in a deployment (section 9 of the paper), in ZooKeeper: several
/// processes may change the list at the same time, and none loses the other's change. Thread-safe.
public final class BlockRegistry {
  static final String PATH = "/goku/blocked";

  private static final String PARTS = "/goku/blocked-parts";

  /// Longer texts go to parts, compressed; shorter ones can be read by people.
  private static final int INLINE_BYTES = 500_000;

  /// Whoever loses against others that often in a row is not alone with his trouble.
  private static final int TRIES = 50;

  private static final Comparator<Block> ORDER =
      Comparator.comparing(Block::rule, Comparator.comparing(BlockRule::metric))
          .thenComparing(block -> block.rule().isPrefix());

  private final CuratorFramework curator;
  private final BlockParts parts;

  public BlockRegistry(ClusterClient cluster) {
    curator = cluster.curator();
    parts = new BlockParts(curator, PARTS);
  }

  /// What is blocked, by name. Throws a `ClusterException` when ZooKeeper does not answer or has
  /// something that is no list.
  public List<Block> read() {
    try {
      return stored().blocks();
    } catch (Exception failed) {
      throw new ClusterException("cannot read what is blocked at %s".formatted(PATH), failed);
    }
  }

  /// Replaces the list by what the change makes of it, and returns that. The change is called again
  /// when somebody else was faster, with the list that is there then. Throws a `ClusterException`
  /// when ZooKeeper does not answer, or the list becomes too long; whether it was changed is not
  /// known when the connection is lost.
  public List<Block> change(UnaryOperator<List<Block>> change) {
    try {
      for (int tries = 0; tries < TRIES; tries++) {
        StoredBlocks before = stored();
        List<Block> after = change.apply(before.blocks()).stream().sorted(ORDER).toList();
        if (after.equals(before.blocks()) || replace(before, after)) {
          return after;
        }
      }
    } catch (ClusterException said) {
      throw said;
    } catch (Exception failed) {
      throw new ClusterException("cannot change what is blocked at %s".formatted(PATH), failed);
    }
    throw new ClusterException(
        "what is blocked at %s was changed by others %d times in a row; try again"
            .formatted(PATH, TRIES));
  }

  /// The number of the last change; negative without a list.
  long changeId() throws Exception {
    Stat stat = curator.checkExists().forPath(PATH);
    return stat == null ? StoredBlocks.ABSENT : stat.getMzxid();
  }

  /// @throws IOException when what is there is no list
  StoredBlocks stored() throws Exception {
    for (int tries = 0; ; tries++) {
      var stat = new Stat();
      List<String> names = List.of();
      try {
        byte[] head = curator.getData().storingStatIn(stat).forPath(PATH);
        names = BlockText.parts(head);
        byte[] text = names.isEmpty() ? head : parts.read(names);
        return new StoredBlocks(
            BlockText.read(text), stat.getVersion(), stat.getMzxid(), List.copyOf(names));
      } catch (NoNodeException gone) {
        if (names.isEmpty()) {
          return StoredBlocks.NONE;
        }
        if (tries >= TRIES) {
          throw new IOException("a part of the list is missing", gone);
        }
      }
    }
  }

  /// False when somebody else has changed the list.
  private boolean replace(StoredBlocks before, List<Block> after) throws Exception {
    byte[] text = BlockText.write(after);
    List<String> names = text.length > INLINE_BYTES ? parts.write(text) : List.of();
    byte[] head = names.isEmpty() ? text : BlockText.writeParts(names);
    try {
      if (before.version() == StoredBlocks.ABSENT) {
        curator.create().creatingParentsIfNeeded().forPath(PATH, head);
      } else {
        curator.setData().withVersion(before.version()).forPath(PATH, head);
      }
    } catch (BadVersionException | NodeExistsException | NoNodeException other) {
      if (!isThere(head)) {
        parts.remove(names);
        return false;
      }
      // our own write, whose answer was lost, and which was repeated
    }
    parts.remove(before.parts());
    return true;
  }

  private boolean isThere(byte[] head) throws Exception {
    try {
      return Arrays.equals(curator.getData().forPath(PATH), head);
    } catch (NoNodeException absent) {
      return false;
    }
  }
}
