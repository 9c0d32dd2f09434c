package goku.embedded;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/// The access to the data directory: only its owner may enter, because it holds all datapoints and
/// the secret of the S3 API.
final class PrivateDirectory {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private PrivateDirectory() {}

  /// Creates the directory with its parents, or closes an empty one to others. A directory with
  /// content keeps its permissions: it may be shared, or an operator has chosen them. So does one
  /// that belongs to another user, as a mounted volume may.
  static void create(Path directory) throws IOException {
    Files.createDirectories(directory);
    PosixFileAttributeView access =
        Files.getFileAttributeView(directory, PosixFileAttributeView.class);
    if (access == null || !isEmpty(directory)) {
      return;
    }
    try {
      access.setPermissions(OWNER_ONLY);
    } catch (FileSystemException notOwner) {
      // a volume, whose owner decides
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }
}
