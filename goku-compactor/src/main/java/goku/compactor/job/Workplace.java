package goku.compactor.job;

import goku.compactor.transfer.Lister;
import goku.compactor.transfer.Transfer;
import goku.tier.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
    DirectoryTree.remove(own);
    return Files.createDirectories(own);
  }
}
