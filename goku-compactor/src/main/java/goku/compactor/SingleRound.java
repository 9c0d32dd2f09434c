package goku.compactor;

import goku.compactor.job.Failure;
import goku.compactor.job.JobRunner;
import goku.compactor.job.RetryQueue;
import goku.compactor.job.Task;
import goku.compactor.plan.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A round of the compactor that runs its jobs itself instead of queueing them.
record SingleRound(NamespaceWorks namespaces, JobRunner runner, RetryQueue failures, int threads) {
  /// Runs the round and returns whether there was work.
  boolean run() throws InterruptedException {
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      return round(executor);
    }
  }

  private boolean round(ExecutorService executor) throws InterruptedException {
    boolean any = false;
    for (NamespaceWork work : namespaces.all()) {
      Plan plan = work.plan();
      run(work, work.tasks(plan), executor);
      work.remove(plan.removals());
      any |= !plan.jobs().isEmpty() || !plan.removals().isEmpty();
    }
    return any;
  }

  private void run(NamespaceWork work, List<Task> tasks, ExecutorService executor)
      throws InterruptedException {
    List<Callable<Void>> calls = new ArrayList<>();
    for (Task task : tasks) {
      calls.add(
          () -> {
            run(work, task);
            return null;
          });
    }
    for (Future<Void> result : executor.invokeAll(calls)) {
      try {
        var _ = result.get();
      } catch (ExecutionException failed) {
        Throwable why = failed.getCause() == null ? failed : failed.getCause();
        throw new IllegalStateException(Failure.message(why), why);
      }
    }
  }

  private void run(NamespaceWork work, Task task) throws IOException, InterruptedException {
    try {
      runner.run(task, work.place());
      failures.succeeded(task);
    } catch (IOException | RuntimeException failed) {
      var waiting = failures.failed(task, failed);
      // the next round plans an overtaken job again
      if (waiting.failure().kind() != Failure.Kind.OVERTAKEN) {
        throw failed;
      }
    }
  }
}
