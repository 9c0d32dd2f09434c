package goku.config;

import goku.model.Disk;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.PreAggregation;
import goku.model.SeriesLimits.PrefixLimit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One entry of the namespaces file, with all parts that could be read.
///
/// @param node the entry's place in the file
/// @param values the usable values of the plain keys
record NamespaceEntry(
    YamlScope scope,
    YamlNode.Mapping node,
    Map<String, Object> values,
    Optional<Disk> disk,
    List<YamlItem<NamespaceKeys.Claimed>> claims,
    List<YamlItem<NamespaceKeys.PreAggregated>> preAggregated,
    List<YamlItem<NamespaceKeys.Limited>> limited) {
  /// Returns the namespace. The entry must be free of problems.
  Namespace namespace() {
    return Binder.create(NamespaceKeys.Plain.class, "", values)
        .namespace(
            disk,
            claims.stream().map(YamlItem::keys).map(NamespaceEntry::prefix).toList(),
            preAggregated.stream().map(YamlItem::keys).map(NamespaceEntry::preAggregation).toList(),
            limited.stream().map(YamlItem::keys).map(NamespaceEntry::limit).toList());
  }

  static MetricPrefix prefix(NamespaceKeys.Claimed keys) {
    return new MetricPrefix(keys.prefix(), Instant.ofEpochSecond(keys.since()));
  }

  private static PreAggregation preAggregation(NamespaceKeys.PreAggregated keys) {
    return new PreAggregation(keys.metric(), keys.keep(), keys.interval());
  }

  private static PrefixLimit limit(NamespaceKeys.Limited keys) {
    return new PrefixLimit(keys.prefix(), keys.maxSeries());
  }

  boolean isDefault() {
    return Boolean.TRUE.equals(values.get("default"));
  }

  boolean isRemoved() {
    return Boolean.TRUE.equals(values.get("removed"));
  }

  void problem(String key, String value, String message) {
    scope.problem(node.at(key), key, value, message);
  }
}
