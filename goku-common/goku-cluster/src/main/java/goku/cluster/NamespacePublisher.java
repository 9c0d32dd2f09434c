package goku.cluster;

import goku.config.ConfigProblems;
import goku.config.Problem;
import goku.config.RemovedMark;
import goku.model.LateMove;
import goku.model.Namespace;
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
        var now = text(seen.get());
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
    throw conflicts();
  }

  /// Removes a namespace for all services: marks its entry in the text in force. Does nothing if it
  /// was removed before. The caller has examined whether the namespace has data.
  ///
  /// @return the text in force afterwards
  /// @throws ConfigProblems if the namespace cannot be removed
  /// @throws ClusterException if ZooKeeper does not accept the text
  public NamespacesText remove(String namespace) {
    for (int i = 0; i < TRIES; i++) {
      NamespaceRegistry.Published seen =
          registry
              .published()
              .orElseThrow(() -> new ClusterException("no namespaces are published yet"));
      var now = text(seen);
      if (now.namespaces().isRemoved(namespace)) {
        return now;
      }
      NamespacesText next = without(now, namespace);
      List<LateMove> moves = LateMoves.of(now.namespaces(), next.namespaces(), clock.instant());
      if (registry.replace(Optional.of(seen), next.yaml(), moves)) {
        return next;
      }
    }
    throw conflicts();
  }

  private static NamespacesText without(NamespacesText now, String namespace) {
    String yaml =
        RemovedMark.add(now.yaml(), namespace)
            .orElseThrow(
                () -> new ClusterException("there is no namespace %s".formatted(namespace)));
    String source = NamespaceRegistry.SOURCE + " without " + namespace;
    var next = NamespacesText.of(yaml, source);
    List<Problem> problems = NamespacesChange.problems(now.namespaces(), next.namespaces(), source);
    if (!problems.isEmpty() || !next.namespaces().isRemoved(namespace)) {
      throw new ConfigProblems(problems);
    }
    return next;
  }

  private void check(Namespaces now, Namespaces next, String source) {
    List<Problem> problems = new ArrayList<>(NamespacesChange.problems(now, next, source));
    problems.addAll(MovedDatapoints.problems(now, next, clock.instant(), source));
    now.all().stream()
        .map(Namespace::name)
        .filter(next::isRemoved)
        .map(name -> notExamined(name, source))
        .forEach(problems::add);
    if (!problems.isEmpty()) {
      throw new ConfigProblems(problems);
    }
  }

  private static Problem notExamined(String namespace, String source) {
    String message =
        "is in force: run `goku namespaces remove %s`, which looks at its data, before the file says that it is removed"
            .formatted(namespace);
    return new Problem(source, "namespace %s: removed".formatted(namespace), "true", message);
  }

  private static NamespacesText text(NamespaceRegistry.Published published) {
    return NamespacesText.of(published.yaml(), NamespaceRegistry.SOURCE);
  }

  private static ClusterException conflicts() {
    return new ClusterException(
        "cannot publish namespaces: others published at the same time; try again");
  }
}
