package goku.model;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The metrics that are blocked in a deployment: ingestors refuse them, queries do not see them,
/// finalization and compaction leave them out (section 9 of the paper). Immutable.
public final class Blocklist {
  public static final Blocklist NONE = new Blocklist(Set.of());

  private final Set<BlockRule> rules;
  private final Set<String> names;

  /// Without those that a shorter one covers, so the greatest that is not above a name decides.
  private final TreeSet<String> prefixes = new TreeSet<>();

  public Blocklist(Set<BlockRule> rules) {
    this.rules = Set.copyOf(rules);
    names =
        rules.stream()
            .filter(rule -> !rule.isPrefix())
            .map(BlockRule::metric)
            .collect(Collectors.toUnmodifiableSet());
    rules.stream()
        .filter(BlockRule::isPrefix)
        .map(BlockRule::metric)
        .sorted()
        .filter(prefix -> !startsWithPrefix(prefix))
        .forEach(prefixes::add);
  }

  public Set<BlockRule> rules() {
    return rules;
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  public boolean blocks(String metric) {
    return names.contains(metric) || startsWithPrefix(metric);
  }

  private boolean startsWithPrefix(String metric) {
    String candidate = prefixes.floor(metric);
    return candidate != null && metric.startsWith(candidate);
  }
}
