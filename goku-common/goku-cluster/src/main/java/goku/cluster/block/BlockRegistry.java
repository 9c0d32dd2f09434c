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

/// The blocked metrics of a deployment (section 9 of the paper) in ZooKeeper. Several processes can
/// change the list at the same time without losing changes. Thread-safe.
public final class BlockRegistry {
  static final String PATH = "/goku/blocked";

  private static final String PARTS = "/goku/blocked-parts";

  /// The size in bytes up to which the list is stored as readable text; longer ones are compressed
  /// and stored in parts.
  private static final int INLINE_BYTES = 500_000;

  /// The number of attempts. Losing this often in a row is no coincidence.
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

  /// Returns the blocks, by name. Throws `ClusterException` if ZooKeeper does not answer or the
  /// stored list is invalid.
  public List<Block> read() {
    try {
      return stored().blocks();
    } catch (Exception failed) {
      throw new ClusterException("cannot read blocklist path=%s".formatted(PATH), failed);
    }
  }

  /// Replaces the list by the result of the change, and returns the result. If another process was
  /// faster, calls the change again with the new list. Throws `ClusterException` if ZooKeeper does
  /// not answer or the list becomes too long. If the connection is lost, the list may or may not be
  /// changed.
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
      throw new ClusterException("cannot change blocklist path=%s".formatted(PATH), failed);
    }
    throw new ClusterException(
        "cannot change blocklist path=%s: modified concurrently %d times; try again"
            .formatted(PATH, TRIES));
  }

  /// Returns the number of the last change; negative if there is no list.
  long changeId() throws Exception {
    Stat stat = curator.checkExists().forPath(PATH);
    return stat == null ? StoredBlocks.ABSENT : stat.getMzxid();
  }

  /// Returns the stored list.
  ///
  /// @throws IOException if the stored list is invalid
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
          throw new IOException("cannot read blocklist: a part is missing", gone);
        }
      }
    }
  }

  /// Replaces the list. Returns false if another process has changed the list.
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
      // our own write succeeded, but its answer was lost and the write was repeated
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
