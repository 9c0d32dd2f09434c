package goku.integration.storeddata;

import goku.integration.fixture.LiveFiles;
import goku.shortterm.files.FileNames;
import goku.testkit.DirectoryTree;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/// The files of a data directory.
record StoredFiles(Path data) {
  /// Returns the files of GokuS's shards.
  Path gokuS() {
    return data.resolve("short");
  }

  /// Returns the files of GokuL's shards.
  Path gokuL() {
    return data.resolve("long");
  }

  /// Returns the objects of the namespace.
  Path s3() {
    return data.resolve("s3").resolve(Settings.TOPIC);
  }

  Path kafka() {
    return data.resolve("kafka");
  }

  static boolean isBucket(Path file) {
    return FileNames.parseBucket(name(file)).isPresent();
  }

  static boolean isMarker(Path file) {
    return name(file).equals("complete.json");
  }

  static boolean isSst(Path file) {
    return name(file).endsWith(".sst");
  }

  static boolean isSavedTime(Path file) {
    return name(file).equals("clock.txt");
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /// Returns the files below a directory, in order.
  static List<Path> find(Path directory, Predicate<Path> wanted) {
    return LiveFiles.below(directory, wanted);
  }

  /// Returns the largest file of a directory whose name ends like this.
  static Path largest(Path directory, String end) {
    return find(directory, file -> name(file).endsWith(end)).stream()
        .max(Comparator.comparingLong(file -> file.toFile().length()))
        .orElseThrow();
  }

  /// Flips a byte in place, as a disk would. Mappings of the file see the change.
  ///
  /// @param at the place as a fraction of the length
  static void flip(Path file, double at) throws IOException {
    flip(file, (long) (Files.size(file) * at), 0x10);
  }

  /// Flips some bits of a byte in place.
  static void flip(Path file, long offset, int bits) throws IOException {
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(offset);
      int value = bytes.read();
      bytes.seek(offset);
      bytes.write(value ^ bits);
    }
  }

  static void remove(Path path) {
    if (Files.exists(path)) {
      new DirectoryTree(path).remove();
    }
  }
}
