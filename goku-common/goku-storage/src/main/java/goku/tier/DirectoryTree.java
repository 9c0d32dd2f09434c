package goku.tier;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// The removal of directories with all their content.
public final class DirectoryTree {
  private DirectoryTree() {}

  /// Removes the tree. Does nothing if the tree does not exist.
  public static void remove(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    var _ =
        Files.walkFileTree(
            tree,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                  throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult postVisitDirectory(
                  Path directory, @Nullable IOException failed) throws IOException {
                if (failed != null) {
                  throw failed;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
              }
            });
  }
}
