package goku.cluster;

import goku.model.LateMove;
import goku.namespace.LateMoves;
import goku.service.ClusterException;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;

/// The moves of metrics that not all ingestors confirmed in time, in ZooKeeper. A change of the
/// namespaces adds its moves in the same transaction, and the leading controller ends them.
/// Thread-safe.
public final class LateMoveRegistry {
  static final String PATH = "/goku/late-moves";

  /// The limit of the entry. It shares a packet of ZooKeeper with the text of the namespaces and
  /// their history, which have up to 1,017,000 of 1,048,576 bytes.
  static final int MOST_BYTES = 24_000;

  private static final int ABSENT = -1;

  private final ClusterClient cluster;
  private final CuratorFramework curator;

  /// The stored moves.
  ///
  /// @param edition the version of the entry in ZooKeeper
  public record Stored(List<LateMove> moves, int edition) {
    public Stored {
      moves = List.copyOf(moves);
    }
  }

  public LateMoveRegistry(ClusterClient cluster) {
    this.cluster = cluster;
    this.curator = cluster.curator();
  }

  /// Returns the stored moves.
  ///
  /// @throws ClusterException if ZooKeeper does not answer, or if the entry is invalid
  public Stored read() {
    try {
      var stat = new Stat();
      byte[] json = curator.getData().storingStatIn(stat).forPath(PATH);
      return new Stored(LateMoveJson.read(json), stat.getVersion());
    } catch (NoNodeException none) {
      return new Stored(List.of(), ABSENT);
    } catch (Exception failed) {
      throw new ClusterException("cannot read late moves at " + PATH, failed);
    }
  }

  /// Replaces the moves. Returns false if another process changed them since they were read.
  public boolean replace(Stored seen, List<LateMove> moves) {
    try {
      curator.setData().withVersion(seen.edition()).forPath(PATH, LateMoveJson.write(moves));
      return true;
    } catch (BadVersionException other) {
      return false;
    } catch (Exception failed) {
      throw new ClusterException("cannot write late moves at " + PATH, failed);
    }
  }

  /// Returns the operations that add moves in the transaction of a change. Without ingestors nobody
  /// can learn of the change too late. The operations then fail if an ingestor joins before.
  ///
  /// @throws ClusterException if there are too many moves
  List<CuratorOp> adding(List<LateMove> moves) throws Exception {
    if (moves.isEmpty()) {
      return List.of();
    }
    Stat joined = curator.checkExists().forPath(ClusterClient.FORMATS);
    if (KnownIngestors.names(cluster).isEmpty()) {
      return joined == null ? List.of() : List.of(unchanged(joined));
    }
    Stored stored = read();
    List<LateMove> all = new ArrayList<>(stored.moves());
    all.addAll(moves);
    byte[] json = limited(all);
    return List.of(
        stored.edition() == ABSENT
            ? curator.transactionOp().create().forPath(PATH, json)
            : curator.transactionOp().setData().withVersion(stored.edition()).forPath(PATH, json));
  }

  /// Returns an operation that fails once another node has joined.
  private CuratorOp unchanged(Stat joined) throws Exception {
    return curator
        .transactionOp()
        .check()
        .withVersion(joined.getVersion())
        .forPath(ClusterClient.FORMATS);
  }

  private static byte[] limited(List<LateMove> moves) {
    byte[] json = LateMoveJson.write(moves);
    if (json.length > MOST_BYTES) {
      json = LateMoveJson.write(LateMoves.merged(moves));
    }
    if (json.length > MOST_BYTES) {
      throw new ClusterException(
          ("cannot publish namespaces: late moves bytes=%d: the limit is %d; move metrics of fewer"
                  + " namespaces at once, after all ingestors have confirmed the last change")
              .formatted(json.length, MOST_BYTES));
    }
    return json;
  }
}
