package goku.cluster.helix;

import goku.cluster.ServiceRole;
import goku.model.Namespace;
import goku.model.ShardId;
import java.util.Locale;
import java.util.Optional;

/// What is placed: one kind of work for every shard of a namespace.
public enum Placement {
  /// GokuL serves a shard.
  LONG(ServiceRole.LONG),
  /// The compactor makes the buckets of the tiers of a shard of GokuL.
  COMPACT(ServiceRole.COMPACTOR),
  /// The compactor splits the finalized buckets of a shard of GokuS.
  SHUFFLE(ServiceRole.COMPACTOR);

  private final ServiceRole service;

  Placement(ServiceRole service) {
    this.service = service;
  }

  public ServiceRole service() {
    return service;
  }

  /// 0 when the namespace needs none of this.
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

  /// The shard that a partition of Helix is, if it is one of this placement.
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
