package goku.compactor;

import goku.compactor.job.JobMetrics;
import goku.compactor.job.Task;
import goku.compactor.job.Workplace;
import goku.compactor.transfer.Storage;
import goku.model.CurrentNamespaces;
import goku.model.Namespace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The work of a compactor for each of the current namespaces that have tiers. Thread-safe.
///
/// @param directory the work directory of the compactor
/// @param grace time for which a change waits that removes data
/// @param works work by the name of the namespace; entries stay, as running jobs may use them
record NamespaceWorks(
    CurrentNamespaces namespaces,
    Function<Namespace, Storage> storages,
    Path directory,
    Duration grace,
    Ownership ownership,
    JobMetrics metrics,
    InstantSource clock,
    Map<String, NamespaceWork> works) {
  NamespaceWorks(
      CurrentNamespaces namespaces,
      Function<Namespace, Storage> storages,
      Path directory,
      Duration grace,
      Ownership ownership,
      JobMetrics metrics,
      InstantSource clock) {
    this(
        namespaces,
        storages,
        directory,
        grace,
        ownership,
        metrics,
        clock,
        new ConcurrentHashMap<>());
  }

  /// Returns the work of all namespaces that currently have tiers.
  List<NamespaceWork> all() {
    return namespaces.all().all().stream()
        .filter(namespace -> namespace.disk().isPresent())
        .map(this::of)
        .toList();
  }

  Workplace place(Task task) {
    return of(task.namespace()).place();
  }

  private NamespaceWork of(Namespace namespace) {
    return works.computeIfAbsent(
        namespace.name(),
        _ ->
            new NamespaceWork(
                namespaces.following(namespace),
                storages.apply(namespace),
                directory,
                grace,
                ownership,
                metrics,
                clock));
  }
}
