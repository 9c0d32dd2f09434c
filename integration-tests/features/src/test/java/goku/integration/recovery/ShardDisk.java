package goku.integration.recovery;

import goku.integration.fixture.LiveFiles;
import goku.shortterm.files.FileNames;
import goku.testkit.DirectoryTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The files of a namespace's shards in a data directory, on the local disk and in S3.
///
/// @param local has a directory per shard
/// @param s3 has the same
record ShardDisk(Path shortTerm, Path local, Path s3) {
  static ShardDisk of(Path data, String namespace, String s3Bucket) {
    Path shortTerm = data.resolve("short");
    return new ShardDisk(
        shortTerm,
        shortTerm.resolve("shards").resolve(namespace),
        data.resolve("s3").resolve(s3Bucket).resolve("short"));
  }

  static boolean isBucket(Path file) {
    return FileNames.parseBucket(name(file)).isPresent();
  }

  static boolean isSnapshot(Path file) {
    return FileNames.parseSnapshot(name(file)).isPresent();
  }

  static boolean isBroken(Path file) {
    return name(file).endsWith(".broken");
  }

  /// The files below a directory, by `<shard>/<name>`.
  static List<Path> files(Path directory, Predicate<Path> wanted) {
    return LiveFiles.below(directory, wanted);
  }

  static List<String> names(Path directory, Predicate<Path> wanted) {
    return files(directory, wanted).stream()
        .map(file -> directory.relativize(file).toString())
        .toList();
  }

  /// The bytes of all files of buckets, in hexadecimal digits.
  static Map<String, String> buckets(Path directory) {
    Map<String, String> content = new TreeMap<>();
    for (Path file : files(directory, ShardDisk::isBucket)) {
      try {
        content.put(
            directory.relativize(file).toString(),
            HexFormat.of().formatHex(Files.readAllBytes(file)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return content;
  }

  /// Removes the local data, like a replaced disk.
  void loseLocalDisk() {
    new DirectoryTree(shortTerm).remove();
  }

  void removeSnapshotsFromS3() {
    files(s3, ShardDisk::isSnapshot).forEach(path -> new DirectoryTree(path).remove());
  }

  /// Removes all other snapshots.
  ///
  /// @param names as `names` gives them
  void keepSnapshots(List<String> names) {
    for (Path directory : List.of(local, s3)) {
      files(directory, ShardDisk::isSnapshot).stream()
          .filter(file -> !names.contains(directory.relativize(file).toString()))
          .forEach(path -> new DirectoryTree(path).remove());
    }
  }

  static Path cutInHalf(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }
    return file;
  }

  static Path flipByteInTheMiddle(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 0x10;
    Files.write(file, bytes);
    return file;
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
