package goku.shortterm;

import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.PreAggregation;
import goku.shortterm.shard.Shard;
import java.util.List;

/// The current rules of pre-aggregated metrics.
///
/// @param maxGroups the limit of groups of a rule in a shard
record PreAggregationSettings(Live<Namespaces> namespaces, int maxGroups) {
  /// Makes the shard follow the rules of its namespace.
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
