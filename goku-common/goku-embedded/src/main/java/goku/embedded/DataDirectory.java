package goku.embedded;

import goku.config.DataSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The directory of all data of an instance. Owned by one process at a time: `goku.lock` is locked
/// from [#open] to [#close], and the operating system releases the lock when the process dies.
public final class DataDirectory implements AutoCloseable {
  /// The smallest free space to start with. Kafka stops for good when its disk is full. With less
  /// than one GiB, a few Kafka segments and a snapshot of the shards may already not fit.
  public static final DataSize DEFAULT_LEAST_FREE = new DataSize(1L << 30);

  private static final String LOCK_FILE = "goku.lock";

  private final Path root;
  private final FileChannel lockFile;
  private final boolean isNew;

  private DataDirectory(Path root, FileChannel lockFile) {
    this.root = root;
    this.lockFile = lockFile;
    isNew = Files.notExists(kafka());
  }

  public static DataDirectory open(Path root) {
    return open(root, DEFAULT_LEAST_FREE);
  }

  /// Creates missing directories, for this user only, and takes the lock. Throws a [StartupProblem]
  /// when the directory is not writable, is in use, or has fewer than `leastFree` bytes left on its
  /// disk.
  public static DataDirectory open(Path path, DataSize leastFree) {
    Path root = path.toAbsolutePath().normalize();
    FileChannel lockFile = null;
    try {
      PrivateDirectory.create(root);
      lockFile = lock(root);
      requireSpace(root, leastFree);
      DataDirectory opened = new DataDirectory(root, lockFile);
      for (Path part : opened.parts()) {
        Files.createDirectories(part);
        requireWritable(part);
      }
      return opened;
    } catch (IOException failed) {
      release(lockFile);
      throw new StartupProblem(
          "cannot use data directory %s: %s; make it writable for this user, or choose another"
              .formatted(root, reason(failed)),
          failed);
    } catch (StartupProblem problem) {
      release(lockFile);
      throw problem;
    }
  }

  public Path root() {
    return root;
  }

  /// Returns whether no earlier start left data here. A start in another working directory finds a
  /// new one by mistake.
  public boolean isNew() {
    return isNew;
  }

  public Path kafka() {
    return root.resolve("kafka");
  }

  public Path zookeeper() {
    return root.resolve("zookeeper");
  }

  public Path s3() {
    return root.resolve("s3");
  }

  /// Returns the directory of GokuS: finalized buckets and snapshots.
  public Path shortTerm() {
    return root.resolve("short");
  }

  /// Returns the work directory of the compactor.
  public Path compactor() {
    return root.resolve("compactor");
  }

  /// Returns the directory of the databases of GokuL.
  public Path longTerm() {
    return root.resolve("long");
  }

  /// Returns whether no process has stored anything here yet.
  public boolean isEmpty() {
    for (Path part : parts()) {
      try (Stream<Path> files = Files.list(part)) {
        if (files.findAny().isPresent()) {
          return false;
        }
      } catch (IOException failed) {
        throw new StartupProblem(
            "cannot list directory %s: %s; make it readable for this user"
                .formatted(part, reason(failed)),
            failed);
      }
    }
    return true;
  }

  private List<Path> parts() {
    return List.of(kafka(), zookeeper(), s3(), shortTerm(), compactor(), longTerm());
  }

  /// Releases the directory for another process. The lock file stays: removing it would let two
  /// processes lock two different files of that name.
  @Override
  public void close() {
    release(lockFile);
  }

  private static FileChannel lock(Path root) throws IOException {
    Path file = root.resolve(LOCK_FILE);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new StartupProblem(
          "cannot use data directory %s: it is in use by another Goku (process %s); stop that, or choose another directory"
              .formatted(root, Files.readString(file, StandardCharsets.US_ASCII).strip()));
    }
    channel.truncate(0);
    String pid = ProcessHandle.current().pid() + "\n";
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    return channel;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  private static void requireSpace(Path root, DataSize leastFree) throws IOException {
    long free = Files.getFileStore(root).getUsableSpace();
    if (free < leastFree.bytes()) {
      throw new StartupProblem(
          "cannot use data directory %s: its disk has %d MiB free, %d MiB are needed; free some, or choose another directory"
              .formatted(root, free >> 20, leastFree.bytes() >> 20));
    }
  }

  private static void requireWritable(Path part) throws IOException {
    if (!Files.isWritable(part)) {
      throw new AccessDeniedException(part.toString());
    }
  }

  private static String reason(IOException failed) {
    return failed.getClass().getSimpleName() + ": " + failed.getMessage();
  }

  private static void release(@Nullable FileChannel lockFile) {
    try {
      if (lockFile != null) {
        lockFile.close();
      }
    } catch (IOException closed) {
      throw new IllegalStateException("cannot release " + LOCK_FILE, closed);
    }
  }
}
