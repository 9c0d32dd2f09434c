package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The metrics that are blocked in a deployment: ingestors refuse them, queries do not see them,
/// finalization and compaction leave them out (section 9 of the paper). Immutable.
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
    return !isEmpty() && blocks(metric.getBytes(UTF_8));
  }

  /// The same of a metric's UTF-8.
  public boolean blocks(byte[] metric) {
    return !isEmpty() && ruleOf(metric, metric.length, NameHash.of(metric)) != null;
  }

  /// A rule that blocks the metric, null if none does. Allocates nothing: for each datapoint.
  ///
  /// @param name begins with the UTF-8 of the metric
  /// @param length of the metric in it
  /// @param hash of the metric, `NameHash`
  public @Nullable BlockRule ruleOf(byte[] name, int length, long hash) {
    BlockRule exact = names.find(name, length, hash);
    return exact != null ? exact : prefixes.find(name, length);
  }
}
