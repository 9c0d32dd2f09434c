package goku.integration.cluster.kubernetes;

import goku.integration.cluster.process.Build;
import goku.integration.cluster.process.ClusterLayout;
import goku.integration.cluster.process.ClusterProcesses;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/// A model of Kubernetes that runs the real processes of a cluster as its pods. Storage nodes are
/// replaced when a controller evicts them, the pods of other services by themselves. Thread-safe.
public final class PodRunner implements AutoCloseable {
  private final Revision first = new Revision("first", Build.current());
  private final StoragePods storage;
  private final OtherPods others;
  private final ApiServer server;
  private final ExecutorService upgrades = Executors.newSingleThreadExecutor();
  private volatile CompletableFuture<Void> othersUpgraded = CompletableFuture.completedFuture(null);

  /// Serves the Kubernetes API on the port of the layout. All processes must be ready.
  public PodRunner(ClusterProcesses processes) {
    List<String> nodes =
        Stream.of(ClusterLayout.SHORTS, ClusterLayout.LONGS).flatMap(List::stream).toList();
    storage = new StoragePods(processes, nodes, first);
    others = new OtherPods(processes, first);
    server = new ApiServer(processes.layout().httpPort(ClusterLayout.KUBERNETES), storage);
  }

  /// Gives all workloads a new template, as `helm upgrade` and `helm rollback` do.
  public void upgrade(Revision next) {
    storage.upgrade(next);
    othersUpgraded = CompletableFuture.runAsync(() -> others.upgrade(next), upgrades);
  }

  /// Returns the revision of the start.
  public Revision first() {
    return first;
  }

  /// Returns the evicted pods in their order, with the revision that each got.
  public List<String> evicted() {
    return storage.evicted();
  }

  /// Returns whether all pods are ready with the newest revision.
  ///
  /// @throws java.util.concurrent.CompletionException if a pod did not become ready
  public boolean isUpgraded() {
    if (!othersUpgraded.isDone()) {
      return false;
    }
    othersUpgraded.join();
    Revision newest = storage.newest();
    return storage.all().values().stream()
        .allMatch(pod -> pod.state() == StoragePods.State.READY && pod.revision().equals(newest));
  }

  @Override
  public void close() {
    server.close();
    storage.awaitRestarts();
    upgrades.close();
  }
}
