package goku.cluster.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.cluster.ClusterClient;
import goku.cluster.EntryJson;
import goku.service.ClusterException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.zookeeper.KeeperException.NoNodeException;

/// The entry of a rollout in ZooKeeper, defined in the package comment. Thread-safe.
public final class RolloutEntry {
  static final String PATH = "/goku/rollout";

  private static final int VERSION = 1;
  private static final Duration STALE = Duration.ofMinutes(5);

  private final ClusterClient cluster;

  /// @param cluster a started client
  public RolloutEntry(ClusterClient cluster) {
    this.cluster = cluster;
  }

  /// Writes the progress.
  ///
  /// @throws ClusterException if ZooKeeper does not accept it
  public void write(long atMillis, RolloutProgress progress) {
    try {
      cluster
          .curator()
          .create()
          .orSetData()
          .creatingParentsIfNeeded()
          .forPath(PATH, json(atMillis, progress));
    } catch (Exception failed) {
      throw new ClusterException("cannot write the progress of the rollout", failed);
    }
  }

  /// Returns the last written progress; empty if there is none, or if no controller has written for
  /// five minutes, as after rollouts were switched off.
  ///
  /// @throws ClusterException if the entry cannot be read
  public Optional<RolloutProgress> read(long nowMillis) {
    try {
      byte[] json = cluster.curator().getData().forPath(PATH);
      return nowMillis - writtenAt(json) < STALE.toMillis()
          ? Optional.of(parse(json))
          : Optional.empty();
    } catch (NoNodeException none) {
      return Optional.empty();
    } catch (Exception failed) {
      throw new ClusterException(
          "cannot read the progress of the rollout: " + failed.getMessage(), failed);
    }
  }

  static byte[] json(long atMillis, RolloutProgress progress) {
    ObjectNode root = EntryJson.object(VERSION);
    root.put("at", atMillis);
    root.put("pods", progress.pods());
    root.put("upgraded", progress.upgraded());
    root.put("waiting", progress.waiting());
    return EntryJson.bytes(root);
  }

  static RolloutProgress parse(byte[] json) throws IOException {
    JsonNode root = EntryJson.read(json, VERSION);
    return new RolloutProgress(
        root.path("pods").asInt(), root.path("upgraded").asInt(), root.path("waiting").asText());
  }

  /// Returns the time at which the entry was written, in milliseconds since the epoch.
  static long writtenAt(byte[] json) throws IOException {
    return EntryJson.read(json, VERSION).path("at").asLong();
  }
}
