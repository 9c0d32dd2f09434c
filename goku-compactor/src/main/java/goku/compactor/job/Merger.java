package goku.compactor.job;

import goku.compactor.plan.Job;
import goku.model.Namespace;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/// A merger of inputs into a bucket of a tier. The same inputs give the same bytes as long as the
/// same metrics are blocked.
@FunctionalInterface
public interface Merger {
  /// An input that has been fetched and verified.
  ///
  /// @param path a file for a part, else a directory with the files of the manifest
  record Fetched(Job.Input input, Path path) {}

  /// Writes the files of the bucket.
  ///
  /// @param inputs inputs by time
  /// @param directory existing empty directory
  /// @param progress receiver of the number of merged series, called now and then
  /// @throws goku.format.FormatException when an input is broken
  Manifest merge(
      Namespace namespace,
      Job.Compact job,
      List<Fetched> inputs,
      Path directory,
      LongConsumer progress)
      throws IOException, InterruptedException;

  /// Returns windows with the numbers of datapoints that a bucket has of them, without those that
  /// the deletes of a job and the blocked metrics leave out.
  ///
  /// @param bucket bucket of a tier with its files
  default List<ConsumedWindows> count(Namespace namespace, Job.Compact job, Fetched bucket)
      throws IOException, InterruptedException {
    return job.consumed();
  }
}
