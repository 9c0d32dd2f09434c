package goku.cluster.map;

import goku.cluster.ServiceRole;
import goku.model.Store;
import org.apache.curator.utils.ZKPaths;
import org.jspecify.annotations.Nullable;

/// The ZooKeeper paths of the shard map.
final class MapPaths {
  static final String SHARD_MAP = "/goku/shard-map";
  static final String NODES = "/goku/nodes";

  private MapPaths() {}

  static String of(Store store, String namespace) {
    return SHARD_MAP + "/" + service(store).label() + "/" + namespace;
  }

  static ServiceRole service(Store store) {
    return switch (store) {
      case SHORT_TERM -> ServiceRole.SHORT;
      case LONG_TERM -> ServiceRole.LONG;
    };
  }

  /// Returns the key of a map entry's path; null for other paths, such as parent folders.
  static @Nullable MapKey key(String path) {
    if (!path.startsWith(SHARD_MAP + "/")) {
      return null;
    }
    ZKPaths.PathAndNode parts = ZKPaths.getPathAndNode(path);
    for (Store store : Store.values()) {
      if (parts.getPath().equals(SHARD_MAP + "/" + service(store).label())) {
        return new MapKey(store, parts.getNode());
      }
    }
    return null;
  }
}
