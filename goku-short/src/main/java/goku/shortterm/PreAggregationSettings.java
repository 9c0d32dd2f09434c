package goku.shortterm;

import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.PreAggregation;
import goku.shortterm.shard.Shard;
import java.util.List;

/// Which metrics the shards aggregate while they are written, as it is now.
///
/// @param maxGroups of a rule in a shard
record PreAggregationSettings(Live<Namespaces> namespaces, int maxGroups) {
  /// The shard follows the rules of its namespace from now on.
  void apply(Shard shard) {
    shard.preAggregates().follow(() -> rules(shard.id().namespace()), maxGroups);
  }

  private List<PreAggregation> rules(String namespace) {
    return namespaces.current().all().stream()
        .filter(one -> one.name().equals(namespace))
        .findFirst()
        .map(Namespace::preAggregations)
        .orElse(List.of());
  }
}
