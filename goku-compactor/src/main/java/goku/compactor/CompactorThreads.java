package goku.compactor;

import goku.compactor.job.JobQueue;
import goku.compactor.job.JobRunner;
import goku.compactor.job.RetryQueue;
import goku.compactor.job.RunningJob;
import goku.compactor.job.Task;
import goku.compactor.job.Workplace;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The threads of a compactor: one looks for work, some run jobs, and one logs the progress of long
/// jobs. Started and closed by one thread, once.
final class CompactorThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CompactorThreads.class);
  private static final Duration SAY_EVERY = Duration.ofSeconds(10);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

  private final CompactorConfig config;
  private final Rounds rounds;
  private final JobQueue queue;
  private final RetryQueue failures;
  private final JobRunner runner;
  private final Ownership ownership;
  private final Function<Task, Workplace> places;
  private final InstantSource clock;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  CompactorThreads(
      CompactorConfig config,
      Rounds rounds,
      JobQueue queue,
      RetryQueue failures,
      JobRunner runner,
      Ownership ownership,
      Function<Task, Workplace> places,
      InstantSource clock) {
    this.config = config;
    this.rounds = rounds;
    this.queue = queue;
    this.failures = failures;
    this.runner = runner;
    this.ownership = ownership;
    this.places = places;
    this.clock = clock;
  }

  void start() {
    for (int i = 0; i < config.threads(); i++) {
      start("goku-compactor-" + i, this::work);
    }
    start("goku-compactor-plan", this::plan);
    start("goku-compactor-progress", this::sayProgress);
  }

  /// Interrupts the jobs and waits until they end.
  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
    try {
      for (Thread thread : threads) {
        if (!thread.join(CLOSE_TIMEOUT)) {
          LOG.warn("thread does not stop thread={}", thread.getName());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Loop {
    void run() throws InterruptedException;
  }

  private void start(String name, Loop loop) {
    threads.add(
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .start(
                () -> {
                  try {
                    while (!closed) {
                      loop.run();
                    }
                  } catch (InterruptedException e) {
                    // the service is closing
                  }
                }));
  }

  private void plan() throws InterruptedException {
    Instant planned = clock.instant();
    rounds.round();
    Duration untilRetry =
        failures
            .nextAfter(planned)
            .map(next -> Duration.between(clock.instant(), next))
            .filter(pause -> pause.compareTo(config.interval()) < 0)
            .orElse(config.interval());
    queue.awaitNews(untilRetry.isPositive() ? untilRetry : Duration.ZERO);
  }

  private void work() throws InterruptedException {
    Task task = queue.take();
    try {
      if (ownership.has(task)) {
        runner.run(task, places.apply(task));
        failures.succeeded(task);
      }
    } catch (InterruptedException stopped) {
      if (closed) {
        throw stopped;
      }
      LOG.info("job abandoned, its shard has a new owner task='{}'", task);
    } catch (IOException | RuntimeException | Error failed) {
      // interrupted requests fail just as they do when S3 is unreachable
      if (!closed && ownership.has(task)) {
        failures.failed(task, failed);
      }
    } finally {
      queue.finished(task);
      if (!closed) {
        // an interrupt that was meant for this task must not end the next one
        var _ = Thread.interrupted();
      }
    }
  }

  private void sayProgress() throws InterruptedException {
    Thread.sleep(SAY_EVERY);
    for (RunningJob job : runner.running()) {
      if (job.elapsed().compareTo(SAY_EVERY) >= 0) {
        LOG.info(
            "job in progress task='{}' phase={} seconds={} bytesRead={} bytesToRead={} series={}"
                + " bytesWritten={}",
            job.task(),
            job.phase(),
            job.elapsed().toSeconds(),
            job.bytesRead(),
            job.task().job().inputBytes(),
            job.series(),
            job.bytesWritten());
      }
    }
  }
}
