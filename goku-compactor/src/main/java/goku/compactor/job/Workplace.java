package goku.compactor.job;

import goku.compactor.transfer.Lister;
import goku.compactor.transfer.Transfer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Where the jobs of a namespace work.
///
/// @param lister is told of generations that are not free
/// @param directory each running job has one below it
public record Workplace(Transfer transfer, Lister lister, Path directory) {
  /// A new directory for a job. One that is there is of a job that failed to remove it.
  Path open(Task task) throws IOException {
    var bucket = task.job().bucket();
    Path own =
        directory.resolve(
            "%s-%d-%05d-%d-%d"
                .formatted(
                    task.kind(),
                    bucket.tier(),
                    bucket.shard(),
                    bucket.startMillis(),
                    bucket.generation()));
    clear(own);
    return Files.createDirectories(own);
  }

  /// Removes the directory with all it has; nothing happens when it is not there.
  public static void clear(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> below = Files.walk(directory)) {
      List<Path> all = below.sorted(Comparator.reverseOrder()).toList();
      for (Path path : all) {
        Files.deleteIfExists(path);
      }
    } catch (UncheckedIOException failed) {
      throw new IOException(failed.getMessage(), failed);
    }
  }
}
