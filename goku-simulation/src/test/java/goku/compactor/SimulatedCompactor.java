package goku.compactor;

import goku.compactor.job.JobMetrics;
import goku.compactor.job.JobQueue;
import goku.compactor.job.JobRunner;
import goku.compactor.job.Merger;
import goku.compactor.job.RetryQueue;
import goku.compactor.job.Task;
import goku.compactor.transfer.S3Storage;
import goku.compactor.work.FileSplitter;
import goku.model.CurrentNamespaces;
import goku.model.FormatLevel;
import goku.objectstore.ObjectStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// A compactor whose rounds and jobs run when they are told to.
public final class SimulatedCompactor {
  private static final Duration RETENTION_GRACE = Duration.ofDays(1);

  private final JobQueue queue = new JobQueue();
  private final RetryQueue failures;
  private final JobRunner runner;
  private final NamespaceWorks works;
  private final Rounds rounds;

  /// @param directory the work directory
  public SimulatedCompactor(
      CurrentNamespaces namespaces,
      ObjectStore store,
      Path directory,
      Merger merger,
      InstantSource clock,
      MeterRegistry registry) {
    var metrics = new JobMetrics(registry);
    failures = new RetryQueue(clock, directory);
    runner = new JobRunner(new FileSplitter(), merger, FormatLevel.newest(), metrics, clock);
    works =
        new NamespaceWorks(
            namespaces,
            namespace -> new S3Storage(store, namespace.s3Bucket()),
            directory,
            RETENTION_GRACE,
            Ownership.all(namespaces.all()),
            metrics,
            clock);
    rounds = new Rounds(works, queue, failures, new Backlog(clock), clock);
  }

  /// Plans once and removes what is due.
  public void round() {
    rounds.round();
  }

  /// Returns why the last round or a job failed; empty if none did.
  public Optional<String> trouble() {
    return rounds.troubles().values().stream()
        .map(Rounds.Trouble::message)
        .findAny()
        .or(() -> failures.all().stream().map(waiting -> waiting.failure().message()).findAny());
  }

  /// Runs a job. Returns false if none is due.
  public boolean work() {
    Task task;
    Thread.currentThread().interrupt(); // do not wait for a job
    try {
      task = queue.take();
    } catch (InterruptedException none) {
      return false;
    } finally {
      var _ = Thread.interrupted();
    }
    try {
      runner.run(task, works.place(task));
      failures.succeeded(task);
    } catch (IOException | RuntimeException failed) {
      var _ = failures.failed(task, failed);
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      queue.finished(task);
    }
    return true;
  }
}
