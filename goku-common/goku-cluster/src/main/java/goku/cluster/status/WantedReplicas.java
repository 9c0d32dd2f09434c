package goku.cluster.status;

import goku.cluster.ServiceRole;
import goku.cluster.helix.HelixEntries;
import goku.cluster.helix.Placement;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Store;
import java.util.HashMap;
import java.util.Map;

/// The wanted replicas of each shard. Immutable.
///
/// @param zones the zones with nodes of GokuS, each of which has a replica of each shard
/// @param onDisk the wanted nodes of GokuL by namespace, where a controller has set them
record WantedReplicas(int zones, Map<String, Integer> onDisk) {
  /// The wanted replicas before a controller has set any: one of each shard.
  static final WantedReplicas UNKNOWN = new WantedReplicas(0, Map.of());

  WantedReplicas {
    onDisk = Map.copyOf(onDisk);
  }

  static WantedReplicas of(HelixEntries helix, Namespaces namespaces) {
    Map<String, Integer> onDisk = new HashMap<>();
    for (Namespace namespace : namespaces.all()) {
      helix
          .replicas(Placement.LONG, namespace.name())
          .ifPresent(replicas -> onDisk.put(namespace.name(), replicas));
    }
    return new WantedReplicas(helix.zones(ServiceRole.SHORT).size(), onDisk);
  }

  /// Returns the wanted replicas of a shard, at least one.
  int of(Store store, String namespace) {
    int wanted =
        switch (store) {
          case SHORT_TERM -> zones;
          case LONG_TERM -> onDisk.getOrDefault(namespace, 1);
        };
    return Math.max(1, wanted);
  }
}
