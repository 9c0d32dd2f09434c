package goku.compactor.job;

import goku.compactor.plan.Job;
import goku.model.Namespace;
import goku.model.Tier;
import java.time.Duration;
import java.time.Instant;

/// A job of a namespace.
public record Task(Namespace namespace, Job job) {
  /// The output of a task. At most one task of the same output runs at a time.
  ///
  /// @param shard shard of GokuS for tier 0, else of GokuL
  public record Output(String namespace, int shard, int tier, long startMillis) {}

  public Output output() {
    var bucket = job.bucket();
    return new Output(namespace.name(), bucket.shard(), bucket.tier(), bucket.startMillis());
  }

  /// `shuffle` or `compact`.
  public String kind() {
    return switch (job) {
      case Job.Shuffle shuffle -> "shuffle";
      case Job.Compact compact -> "compact";
    };
  }

  private Duration length() {
    return switch (job) {
      case Job.Shuffle shuffle -> Tier.MEMORY_BUCKET;
      case Job.Compact compact -> compact.tier().bucket();
    };
  }

  /// Returns the first instant after the window of the output.
  public Instant end() {
    return Instant.ofEpochMilli(job.bucket().startMillis()).plus(length());
  }

  /// Returns a description for people, for example `compact default/3 tier 1 2024-01-01T00:00:00Z
  /// to 2024-01-01T06:00:00Z generation 1`.
  @Override
  public String toString() {
    Instant start = Instant.ofEpochMilli(job.bucket().startMillis());
    return "%s %s tier %d %s to %s generation %d"
        .formatted(
            kind(),
            namespace.shard(job.bucket().shard()),
            job.bucket().tier(),
            start,
            end(),
            job.bucket().generation());
  }
}
