package goku.cluster;

import goku.config.ConfigProblems;
import goku.config.Problem;
import goku.model.LateMove;
import goku.model.Namespaces;
import goku.namespace.LateMoves;
import goku.namespace.MovedDatapoints;
import goku.namespace.NamespacesChange;
import goku.namespace.NamespacesText;
import goku.service.ClusterException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A publisher of namespaces for all services of a deployment. Publishes only namespaces that may
/// follow those in force (section 5.1 of the paper). Thread-safe, even with other publishing
/// processes.
public final class NamespacePublisher {
  /// The number of attempts. People publish by hand, so more conflicts in a row have another cause.
  private static final int TRIES = 10;

  private final NamespaceRegistry registry;
  private final InstantSource clock;

  public NamespacePublisher(NamespaceRegistry registry, InstantSource clock) {
    this.registry = registry;
    this.clock = clock;
  }

  /// Publishes a text unless it is already in force. The first text of a deployment may be any.
  ///
  /// @param source the origin of the text, for messages
  /// @return whether the text was published now
  /// @throws ConfigProblems if the text is wrong or may not follow the one in force
  /// @throws ClusterException if ZooKeeper does not accept the text
  public boolean publish(String yaml, String source) {
    var next = NamespacesText.of(yaml, source);
    for (int i = 0; i < TRIES; i++) {
      Optional<NamespaceRegistry.Published> seen = registry.published();
      List<LateMove> moves = List.of();
      if (seen.isPresent()) {
        var now = NamespacesText.of(seen.get().yaml(), "the namespaces in ZooKeeper");
        if (now.version().equals(next.version())) {
          return false;
        }
        check(now.namespaces(), next.namespaces(), source);
        moves = LateMoves.of(now.namespaces(), next.namespaces(), clock.instant());
      }
      if (registry.replace(seen, yaml, moves)) {
        return true;
      }
    }
    throw new ClusterException(
        "cannot publish namespaces: others published at the same time; try again");
  }

  private void check(Namespaces now, Namespaces next, String source) {
    List<Problem> problems = new ArrayList<>(NamespacesChange.problems(now, next, source));
    problems.addAll(MovedDatapoints.problems(now, next, clock.instant(), source));
    if (!problems.isEmpty()) {
      throw new ConfigProblems(problems);
    }
  }
}
