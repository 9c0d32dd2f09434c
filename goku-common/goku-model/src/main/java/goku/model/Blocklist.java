package goku.model;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The blocked metrics of a deployment (section 9 of the paper). Ingestors reject them, queries do
/// not see them, and finalization and compaction leave them out. Immutable.
public final class Blocklist {
  public static final Blocklist NONE = new Blocklist(Set.of());

  private final Set<BlockRule> rules;
  private final BlockedNames names;
  private final BlockedPrefixes prefixes;

  public Blocklist(Set<BlockRule> rules) {
    this.rules = Set.copyOf(rules);
    names = new BlockedNames(rules.stream().filter(rule -> !rule.isPrefix()).toList());
    prefixes = new BlockedPrefixes(rules.stream().filter(BlockRule::isPrefix).toList());
  }

  public Set<BlockRule> rules() {
    return rules;
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  public boolean blocks(String metric) {
    return !isEmpty() && blocks(NameText.bytes(metric));
  }

  /// Returns whether the metric with these stored bytes is blocked. Written rollups are blocked
  /// with their metric.
  public boolean blocks(byte[] metric) {
    if (isEmpty()) {
      return false;
    }
    int length = MetricMark.endOfMetric(metric, metric.length);
    return ruleOf(metric, length, NameHash.of(metric, 0, length)) != null;
  }

  /// Returns a rule that blocks the metric, or null if none does. Called for every datapoint, so it
  /// allocates nothing.
  ///
  /// @param name bytes that begin with the UTF-8 of the metric
  /// @param length length of the metric in bytes
  /// @param hash `NameHash` of the metric
  public @Nullable BlockRule ruleOf(byte[] name, int length, long hash) {
    BlockRule exact = names.find(name, length, hash);
    return exact != null ? exact : prefixes.find(name, length);
  }
}
