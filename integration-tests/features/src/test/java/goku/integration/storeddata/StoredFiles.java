package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.LiveFiles;
import goku.shortterm.files.FileNames;
import goku.testkit.DirectoryTree;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
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

  /// Flips a random bit of a random file below a directory. Each kind of file is as likely as any
  /// other.
  ///
  /// @param expected kinds that must be there
  static void flipAnyKind(
      Path directory, Function<Path, String> kind, List<String> expected, Random random)
      throws IOException {
    List<Path> files = find(directory, file -> file.toFile().length() > 0);
    List<String> kinds = files.stream().map(kind).distinct().toList();
    assertThat(kinds).containsAll(expected);
    String drawn = kinds.get(random.nextInt(kinds.size()));
    List<Path> some = files.stream().filter(file -> kind.apply(file).equals(drawn)).toList();
    Path file = some.get(random.nextInt(some.size()));
    long offset = random.nextLong(Files.size(file));
    int bit = random.nextInt(8);
    System.out.printf("flip of bit %d at %d of %s%n", bit, offset, file);
    flip(file, offset, 1 << bit);
  }

  static void remove(Path path) {
    if (Files.exists(path)) {
      new DirectoryTree(path).remove();
    }
  }
}
