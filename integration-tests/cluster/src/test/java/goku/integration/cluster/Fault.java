package goku.integration.cluster;

import goku.integration.cluster.process.ClusterProcesses;
import goku.integration.cluster.process.NodeProcess;

/// A fault of one process, which comes back from it.
record Fault(String process, Kind kind) {
  /// The kinds of faults.
  enum Kind {
    /// SIGKILL, and a new start at once.
    KILL,
    /// SIGTERM, and a new start at once.
    RESTART,
    /// SIGSTOP, for a while.
    PAUSE
  }

  /// Returns when the process is ready again.
  ///
  /// @param pause returns when a pause has lasted long enough
  void happen(ClusterProcesses cluster, Runnable pause) {
    NodeProcess victim = cluster.get(process);
    switch (kind) {
      case KILL -> {
        victim.kill();
        victim.restart(ClusterProcesses.RESTART_LIMIT);
      }
      case RESTART -> {
        victim.terminate();
        victim.restart(ClusterProcesses.RESTART_LIMIT);
      }
      case PAUSE -> {
        victim.pause();
        try {
          pause.run();
        } finally {
          victim.resume();
        }
        victim.awaitReady();
      }
    }
  }

  @Override
  public String toString() {
    return kind + " " + process;
  }
}
