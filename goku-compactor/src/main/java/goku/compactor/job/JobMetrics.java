package goku.compactor.job;

import goku.compactor.plan.Removal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The metrics of jobs. Thread-safe.
public record JobMetrics(MeterRegistry registry) {
  void done(RunningJob job) {
    Task task = job.task();
    Timer.builder("goku.compactor.jobs")
        .description("finished jobs and their duration")
        .tags(tags(task))
        .register(registry)
        .record(job.elapsed());
    count("goku.compactor.read", "bytes read from inputs", "bytes", task, job.bytesRead());
    count("goku.compactor.written", "bytes written to outputs", "bytes", task, job.bytesWritten());
    count(
        "goku.compactor.points",
        "datapoints or rollups written to outputs",
        null,
        task,
        job.points());
  }

  void failed(Task task) {
    Counter.builder("goku.compactor.failures")
        .description("failed tries of jobs")
        .tags(tags(task))
        .register(registry)
        .increment();
  }

  /// Counts removed objects.
  public void removed(Removal.Reason reason, int objects) {
    Counter.builder("goku.compactor.removed")
        .description("objects removed from S3")
        .tag("reason", reason.name().toLowerCase(Locale.ROOT))
        .register(registry)
        .increment(objects);
  }

  private void count(
      String name, String description, @Nullable String unit, Task task, long amount) {
    Counter.builder(name)
        .description(description)
        .baseUnit(unit)
        .tags(tags(task))
        .register(registry)
        .increment((double) amount);
  }

  private static String[] tags(Task task) {
    return new String[] {"kind", task.kind(), "tier", Integer.toString(task.job().bucket().tier())};
  }
}
