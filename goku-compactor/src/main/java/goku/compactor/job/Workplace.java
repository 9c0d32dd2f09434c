package goku.compactor.job;

import goku.compactor.transfer.Lister;
import goku.compactor.transfer.Transfer;
import goku.tier.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The storage and work directory of the jobs of a namespace.
///
/// @param lister receiver of generations that are in use
/// @param directory parent of the directory of each running job
public record Workplace(Transfer transfer, Lister lister, Path directory) {
  /// Creates a directory for a job. Removes one that an earlier job failed to remove.
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
