package goku.integration.cluster;

import goku.integration.cluster.process.ClusterProcesses;
import goku.integration.cluster.process.NodeProcess;
import java.time.Duration;

/// Something that happens to one process, which comes back from it.
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
  void happen(ClusterProcesses cluster, Duration pause) throws InterruptedException {
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
        Thread.sleep(pause); // the fault itself
        victim.resume(ClusterProcesses.RESTART_LIMIT);
      }
    }
  }

  @Override
  public String toString() {
    return kind + " " + process;
  }
}
