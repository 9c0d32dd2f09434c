package goku.compactor.job;

import goku.compactor.plan.Job;
import goku.compactor.transfer.TakenException;
import goku.model.FormatLevel;
import goku.tier.DirectoryTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A runner of jobs, each on the calling thread. Thread-safe.
public final class JobRunner {
  private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
  private static final int KEPT = 20;

  private final ShuffleRun shuffle;
  private final CompactRun compact;
  private final JobMetrics metrics;
  private final InstantSource clock;
  private final Map<Task.Output, RunningJob> running = new ConcurrentHashMap<>();
  private final Deque<FinishedJob> finished = new ArrayDeque<>();

  /// @param formats level of the formats in which markers are written
  public JobRunner(
      Splitter splitter,
      Merger merger,
      FormatLevel formats,
      JobMetrics metrics,
      InstantSource clock) {
    shuffle = new ShuffleRun(splitter, formats);
    compact = new CompactRun(merger);
    this.metrics = metrics;
    this.clock = clock;
  }

  /// Builds the output of a task. The marker is in S3 when this method returns. In any case it
  /// leaves nothing in the work directory and no visible partial output.
  public void run(Task task, Workplace place) throws IOException, InterruptedException {
    var progress = new RunningJob(task, clock.instant());
    running.put(task.output(), progress);
    try {
      Path directory = place.open(task);
      try {
        switch (task.job()) {
          case Job.Shuffle job -> shuffle.run(task, job, place, directory, progress);
          case Job.Compact job -> compact.run(task, job, place, directory, progress);
        }
      } finally {
        DirectoryTree.remove(directory);
      }
      finished(progress);
    } catch (TakenException taken) {
      place.lister().taken(task.job().bucket());
      metrics.failed(task);
      throw taken;
    } catch (IOException | RuntimeException failed) {
      metrics.failed(task);
      throw failed;
    } finally {
      running.remove(task.output());
    }
  }

  /// Returns the running jobs, the longest running first.
  public List<RunningJob> running() {
    return running.values().stream()
        .sorted(Comparator.comparing(RunningJob::elapsed).reversed())
        .toList();
  }

  /// Returns the last finished jobs, the latest first.
  public List<FinishedJob> finished() {
    synchronized (finished) {
      return List.copyOf(finished);
    }
  }

  private void finished(RunningJob job) {
    metrics.done(job);
    var done =
        new FinishedJob(
            job.task().toString(),
            clock.instant(),
            job.elapsed(),
            job.bytesRead(),
            job.bytesWritten(),
            job.points());
    LOG.info(
        "job done task='{}' bytesRead={} bytesWritten={} datapoints={} took={}",
        done.task(),
        done.bytesRead(),
        done.bytesWritten(),
        done.points(),
        done.took());
    synchronized (finished) {
      finished.addFirst(done);
      if (finished.size() > KEPT) {
        finished.removeLast();
      }
    }
  }
}
