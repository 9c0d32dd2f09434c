package goku.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A directory with everything in it, which nobody changes meanwhile.
public record DirectoryTree(Path root) {
  /// Copies all files, with their extended attributes: the store of S3 keeps some there.
  ///
  /// @param target may exist, if it is empty
  public void copyTo(Path target) {
    try {
      for (Path file : parentsFirst()) {
        Files.copy(
            file,
            target.resolve(root.relativize(file)),
            StandardCopyOption.REPLACE_EXISTING,
            StandardCopyOption.COPY_ATTRIBUTES);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Removes the directory.
  public void remove() {
    try {
      for (Path file : parentsFirst().reversed()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> parentsFirst() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.sorted(Comparator.naturalOrder()).toList();
    }
  }
}
