package goku.cluster.status;

import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;

/// The shards of a namespace in one store of which fewer replicas serve than wanted.
///
/// @param shards the number of shards of the namespace in the store
/// @param wanted the wanted replicas of each
/// @param lacking the numbers of the shards that lack a replica, ascending; not empty
record LackingShards(
    String namespace, Store store, long shards, int wanted, List<Integer> lacking) {
  /// The number of shards that are named. The table of shards has all of them.
  private static final int NAMED = 10;

  /// Returns the shards that lack a replica, of each namespace and store that has some.
  ///
  /// @param wanted the wanted replicas of a shard
  /// @param serving the number of replicas of a shard that serve
  static List<LackingShards> of(
      Namespaces namespaces,
      ToIntBiFunction<Store, String> wanted,
      ToIntBiFunction<Store, ShardId> serving) {
    List<LackingShards> all = new ArrayList<>();
    for (Namespace namespace : namespaces.all()) {
      for (Store store : Store.values()) {
        int replicas = wanted.applyAsInt(store, namespace.name());
        List<Integer> lacking =
            namespace
                .shards(store)
                .filter(shard -> serving.applyAsInt(store, shard) < replicas)
                .map(ShardId::shard)
                .toList();
        if (!lacking.isEmpty()) {
          long shards = namespace.shards(store).count();
          all.add(new LackingShards(namespace.name(), store, shards, replicas, lacking));
        }
      }
    }
    return all;
  }

  /// Returns the shards to name, at most ten.
  List<Integer> named() {
    return lacking.subList(0, Math.min(NAMED, lacking.size()));
  }

  /// Returns a line: `short ns1: 3 of 16 shards lack a replica: 0, 5, 7`.
  @Override
  public String toString() {
    String names = named().stream().map(String::valueOf).collect(Collectors.joining(", "));
    int others = lacking.size() - named().size();
    return "%s %s: %d of %d shards lack a replica: %s%s"
        .formatted(
            store.label(),
            namespace,
            lacking.size(),
            shards,
            names,
            others == 0 ? "" : " and %d more".formatted(others));
  }
}
