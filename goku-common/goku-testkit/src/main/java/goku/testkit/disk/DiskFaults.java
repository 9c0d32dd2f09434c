package goku.testkit.disk;

import java.io.IOException;
import java.nio.file.Path;

/// The faults of single operations. Called before each operation that reaches the disk. An
/// exception makes the operation fail, an error may stop the process that called it.
@FunctionalInterface
public interface DiskFaults {
  DiskFaults NONE = (operation, path) -> {};

  /// A kind of operation.
  enum Operation {
    OPEN,
    WRITE,
    FORCE,
    MOVE,
    DELETE
  }

  void before(Operation operation, Path path) throws IOException;
}
