package goku.cluster;

import goku.config.ConfigProblems;
import goku.config.Problem;
import goku.model.Namespaces;
import goku.namespace.MovedDatapoints;
import goku.namespace.NamespacesChange;
import goku.namespace.NamespacesText;
import goku.service.ClusterException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Publishes namespaces for all services of a deployment, if they may follow those in force
/// (section 5.1 of the paper). Thread-safe, also against other processes that publish.
public final class NamespacePublisher {
  /// Others publish by hand, so who is overtaken so often is not overtaken by people.
  private static final int TRIES = 10;

  private final NamespaceRegistry registry;
  private final InstantSource clock;

  public NamespacePublisher(NamespaceRegistry registry, InstantSource clock) {
    this.registry = registry;
    this.clock = clock;
  }

  /// Publishes a text unless it is in force already. The first of a deployment may be any.
  ///
  /// @param source where the text is from, for messages
  /// @return whether it was published now
  /// @throws ConfigProblems when it is wrong or cannot follow what is in force
  /// @throws ClusterException when ZooKeeper does not take it
  public boolean publish(String yaml, String source) {
    var next = NamespacesText.of(yaml, source);
    for (int i = 0; i < TRIES; i++) {
      Optional<NamespaceRegistry.Published> seen = registry.published();
      if (seen.isPresent()) {
        var now = NamespacesText.of(seen.get().yaml(), "the namespaces in ZooKeeper");
        if (now.version().equals(next.version())) {
          return false;
        }
        check(now.namespaces(), next.namespaces(), source);
      }
      if (registry.replace(seen, yaml)) {
        return true;
      }
    }
    throw new ClusterException("others publish namespaces all the time: try again");
  }

  private void check(Namespaces now, Namespaces next, String source) {
    List<Problem> problems = new ArrayList<>(NamespacesChange.problems(now, next, source));
    problems.addAll(MovedDatapoints.problems(now, next, clock.instant(), source));
    if (!problems.isEmpty()) {
      throw new ConfigProblems(problems);
    }
  }
}
