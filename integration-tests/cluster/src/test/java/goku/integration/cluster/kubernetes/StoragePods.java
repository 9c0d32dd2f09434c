package goku.integration.cluster.kubernetes;

import goku.integration.cluster.process.ClusterProcesses;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The pods of the storage nodes. Each is the only pod of a StatefulSet with the strategy
/// `OnDelete`: an evicted pod gets SIGTERM, and starts again with the newest revision. Thread-safe.
final class StoragePods {
  private final ClusterProcesses processes;
  private final Map<String, Pod> pods = new TreeMap<>();
  private final List<String> evicted = new CopyOnWriteArrayList<>();
  private final ExecutorService restarts = Executors.newVirtualThreadPerTaskExecutor();
  private Revision newest;
  private int uids;

  enum State {
    READY,
    STOPPING,
    STARTING
  }

  record Pod(Revision revision, int uid, State state) {}

  /// @param nodes the nodes, all ready with the first revision
  StoragePods(ClusterProcesses processes, List<String> nodes, Revision first) {
    this.processes = processes;
    this.newest = first;
    nodes.forEach(node -> pods.put(node, new Pod(first, uids++, State.READY)));
  }

  synchronized void upgrade(Revision next) {
    newest = next;
  }

  synchronized Revision newest() {
    return newest;
  }

  /// Returns all pods by their nodes.
  synchronized Map<String, Pod> all() {
    return new TreeMap<>(pods);
  }

  List<String> evicted() {
    return List.copyOf(evicted);
  }

  /// Returns whether the pod stops now.
  synchronized boolean evict(String node) {
    Pod pod = pods.get(node);
    if (pod == null || pod.state() == State.STOPPING) {
      return false;
    }
    evicted.add(node + " " + newest.name());
    boolean runs = pod.state() == State.READY;
    pods.put(node, new Pod(pod.revision(), pod.uid(), State.STOPPING));
    restarts.execute(() -> replace(node, runs));
    return true;
  }

  private void replace(String node, boolean runs) {
    if (runs) {
      processes.get(node).terminate();
    }
    Revision revision = create(node);
    if (revision.isReadySometime()) {
      processes.restart(node, revision.build());
      ready(node);
    }
  }

  private synchronized Revision create(String node) {
    pods.put(node, new Pod(newest, uids++, State.STARTING));
    return newest;
  }

  private synchronized void ready(String node) {
    pods.computeIfPresent(node, (name, pod) -> new Pod(pod.revision(), pod.uid(), State.READY));
  }

  /// Waits for the restarts that have begun.
  void awaitRestarts() {
    restarts.close();
  }
}
