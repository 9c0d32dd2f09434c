package goku.cluster.formats;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The decision about the next format level. Depends only on the level in force and on the known
/// nodes.
///
/// @param level the level in force
/// @param reachable the highest level that every known node reads; at least the level in force
/// @param due the time at which the level rises by itself; empty if no higher level is reachable
/// @param holding the nodes whose newest level is below that of another node
public record FormatDecision(
    int level, int reachable, Optional<Instant> due, List<FormatNode> holding) {
  /// The time from the upgrade of the last node to the rise of the level. Until then a rollback is
  /// possible.
  public static final Duration GRACE = Duration.ofDays(1);

  public FormatDecision {
    holding = List.copyOf(holding);
  }

  /// Decides for the known nodes. Without any node, no higher level is reachable.
  public static FormatDecision of(int level, List<FormatNode> known) {
    int oldest = known.stream().mapToInt(FormatNode::newest).min().orElse(level);
    int newest = known.stream().mapToInt(FormatNode::newest).max().orElse(level);
    int reachable = Math.max(level, oldest);
    return new FormatDecision(
        level,
        reachable,
        reachable > level ? lastUpgrade(known).map(last -> last.plus(GRACE)) : Optional.empty(),
        known.stream().filter(node -> node.newest() < newest).toList());
  }

  private static Optional<Instant> lastUpgrade(List<FormatNode> known) {
    return known.stream().map(FormatNode::since).max(Comparator.naturalOrder());
  }

  /// Returns whether a person can raise the level.
  public boolean canRise() {
    return reachable > level;
  }

  /// Returns whether the level rises by itself at this time.
  public boolean isDue(Instant now) {
    return due.filter(time -> !now.isBefore(time)).isPresent();
  }
}
