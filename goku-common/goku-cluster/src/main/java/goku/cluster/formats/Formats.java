package goku.cluster.formats;

import java.util.List;
import java.util.Set;

/// The format level of a deployment and its known nodes.
///
/// @param nodes the known nodes, by name
/// @param running the names of the nodes that currently run
public record Formats(LevelInForce inForce, List<FormatNode> nodes, Set<String> running) {
  public Formats {
    nodes = List.copyOf(nodes);
    running = Set.copyOf(running);
  }

  /// Returns the decision about the next level.
  public FormatDecision decision() {
    return FormatDecision.of(inForce.level(), nodes);
  }
}
