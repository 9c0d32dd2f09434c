package goku.integration.cluster.kubernetes;

import goku.integration.cluster.process.ClusterLayout;
import goku.integration.cluster.process.ClusterProcesses;
import java.util.List;
import java.util.stream.Stream;

/// The pods of all services without stored data, which Kubernetes itself replaces one at a time for
/// each service, in any order of the services. A Deployment keeps its old pods while a pod of the
/// new revision is not ready. A StatefulSet has stopped its last pod then. One thread at a time
/// calls it.
final class OtherPods {
  private static final List<List<String>> DEPLOYMENTS =
      List.of(ClusterLayout.INGESTS, ClusterLayout.ROOTS, ClusterLayout.CONTROLLERS);
  private static final String LAST_COMPACTOR = ClusterLayout.COMPACTORS.getLast();

  private final ClusterProcesses processes;
  private Revision current;

  OtherPods(ClusterProcesses processes, Revision first) {
    this.processes = processes;
    this.current = first;
  }

  /// Replaces the pods, and returns when all are ready, or when none can become ready.
  void upgrade(Revision next) {
    if (!next.isReadySometime()) {
      processes.get(LAST_COMPACTOR).terminate();
    } else if (current.isReadySometime()) {
      Stream.concat(DEPLOYMENTS.stream().flatMap(List::stream), ClusterLayout.COMPACTORS.stream())
          .forEach(pod -> replace(pod, next));
    } else {
      // the Deployments have their old pods, and only a rollback follows a broken revision
      processes.restart(LAST_COMPACTOR, next.build());
    }
    current = next;
  }

  private void replace(String pod, Revision next) {
    processes.get(pod).terminate();
    processes.restart(pod, next.build());
  }
}
