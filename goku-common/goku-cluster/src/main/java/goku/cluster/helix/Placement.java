package goku.cluster.helix;

import goku.cluster.ServiceRole;
import goku.model.Namespace;
import goku.model.ShardId;
import java.util.Locale;
import java.util.Optional;

/// A kind of work that is placed for every shard of a namespace.
public enum Placement {
  /// Serving a shard, on nodes of GokuL.
  LONG(ServiceRole.LONG),
  /// Making the buckets of the tiers of a GokuL shard, on the compactor.
  COMPACT(ServiceRole.COMPACTOR),
  /// Splitting the finalized buckets of a GokuS shard, on the compactor.
  SHUFFLE(ServiceRole.COMPACTOR);

  private final ServiceRole service;

  Placement(ServiceRole service) {
    this.service = service;
  }

  public ServiceRole service() {
    return service;
  }

  /// Returns the number of shards; 0 if the namespace does not need this work.
  int shards(Namespace namespace) {
    if (namespace.disk().isEmpty()) {
      return 0;
    }
    return this == SHUFFLE ? namespace.sharding().shards() : namespace.diskSharding().shards();
  }

  String resource(String namespace) {
    return prefix() + namespace;
  }

  String partition(ShardId shard) {
    return resource(shard.namespace()) + "_" + shard.shard();
  }

  /// Returns the shard of a Helix partition, if the partition is one of this placement.
  Optional<ShardId> shard(String partition) {
    int end = partition.lastIndexOf('_');
    if (end < 0 || !partition.startsWith(prefix())) {
      return Optional.empty();
    }
    String namespace = partition.substring(prefix().length(), end);
    return Optional.of(new ShardId(namespace, Integer.parseInt(partition.substring(end + 1))));
  }

  private String prefix() {
    return name().toLowerCase(Locale.ROOT) + "-";
  }
}
