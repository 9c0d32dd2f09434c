package goku.testkit.disk;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A disk in memory. Code uses it through `java.nio` by paths below `root`, also mapped, and needs
/// no interface of its own.
///
/// `crash` loses unforced bytes of files and unforced names in directories. A disk can be full,
/// fail by `DiskFaults`, and flip bits. Owned by one thread at a time.
public final class SimulatedDisk {
  private final DiskDirectories directories = new DiskDirectories();
  private final DiskFileSystem fileSystem = new DiskFileSystem(this);
  private final RandomGenerator random;
  private DiskFaults faults = DiskFaults.NONE;
  private long capacityBytes = Long.MAX_VALUE;

  /// @param random decides what a crash leaves
  public SimulatedDisk(RandomGenerator random) {
    this.random = random;
  }

  public Path root() {
    return path("/");
  }

  /// Sets the faults of the following operations.
  public void fail(DiskFaults faults) {
    this.faults = faults;
  }

  /// Sets the number of bytes that files can have together.
  public void limit(long capacityBytes) {
    this.capacityBytes = capacityBytes;
  }

  /// Loses a part of what was not forced. Files that are open stay readable.
  public void crash() {
    directories.crash(random);
  }

  /// Removes all files, as a new disk would.
  public void lose() {
    directories.clear();
  }

  /// Changes bits of one byte of a file, also where it is mapped.
  public void flip(Path file, int offset, int bits) throws IOException {
    DiskFile flipped = required(file);
    flipped.flip(offset, bits);
    flipped.flipMapped(offset, bits);
  }

  /// Changes bits of one byte of a file, except where it is mapped: there the page cache has the
  /// bytes that were read before.
  public void flipUnread(Path file, int offset, int bits) throws IOException {
    required(file).flip(offset, bits);
  }

  /// Returns the bytes of a file, as an observer who causes no operation.
  public byte[] content(Path file) throws IOException {
    return required(file).content();
  }

  /// Returns all files, sorted by path.
  public List<Path> files() {
    return directories.files().keySet().stream().<Path>map(this::path).toList();
  }

  public long usedBytes() {
    return directories.files().values().stream().mapToLong(DiskFile::size).sum();
  }

  long usableBytes() {
    return Math.max(0, capacityBytes - usedBytes());
  }

  /// @throws IOException if the disk is full
  void requireRoom(long bytes, Path file) throws IOException {
    if (capacityBytes < Long.MAX_VALUE && bytes > usableBytes()) {
      throw new IOException("No space left on device: " + file);
    }
  }

  long capacityBytes() {
    return capacityBytes;
  }

  DiskDirectories directories() {
    return directories;
  }

  DiskFileSystem fileSystem() {
    return fileSystem;
  }

  void before(DiskFaults.Operation operation, Path path) throws IOException {
    faults.before(operation, path);
  }

  @Nullable DiskFile file(Path path) {
    return directories.file(key(path));
  }

  DiskFile required(Path path) throws IOException {
    DiskFile file = file(path);
    if (file == null) {
      throw new NoSuchFileException(path.toString());
    }
    return file;
  }

  static String key(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }

  DiskPath path(String text) {
    return new DiskPath(fileSystem, text);
  }
}
