package goku.standalone;

import goku.embedded.StartupProblem;
import goku.file.FileDescriptors;

/// The check of the limit of open files before anything starts. Kafka ends the process without a
/// message when it cannot open a file.
final class OpenFilesCheck {
  /// The open files of a process with all its parts and some hundred connections.
  private static final long LEAST = 1_500;

  /// The limit with which `http.connections-limit` is not lowered.
  private static final long COMFORTABLE = 65_536;

  private OpenFilesCheck() {}

  /// @throws StartupProblem if the process may not have enough open files
  static void require(FileDescriptors descriptors) {
    if (descriptors.limit() < LEAST) {
      throw new StartupProblem(
          "cannot start with a limit of %d open files: at least %d are needed; raise the limit with ulimit -n %d, or with LimitNOFILE of the unit"
              .formatted(descriptors.limit(), LEAST, COMFORTABLE));
    }
  }
}
