package goku.cluster.drain;

import goku.cluster.ClusterClient;
import goku.cluster.SharedEntry;
import java.io.IOException;

/// The drains of a deployment in ZooKeeper.
public final class DrainRegistry {
  /// The path of the entry.
  public static final String PATH = "/goku/drained";

  private DrainRegistry() {}

  /// Returns the entry of the drains.
  ///
  /// @param cluster a started client
  public static SharedEntry<Drains> of(ClusterClient cluster) {
    return new SharedEntry<>(cluster, PATH, "drains", Drains.NONE, new DrainJson());
  }

  /// Parses the content of the entry.
  ///
  /// @throws IOException if it is invalid
  public static Drains parse(byte[] json) throws IOException {
    return new DrainJson().read(json);
  }
}
