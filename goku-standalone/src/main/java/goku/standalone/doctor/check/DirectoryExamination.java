package goku.standalone.doctor.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/// A check that a directory is writable, syncs to the disk, and has enough space.
///
/// @param key the setting, for messages
/// @param needBytes the least free bytes
public record DirectoryExamination(String key, Path directory, long needBytes)
    implements Examination {
  private static final Duration SLOW_SYNC = Duration.ofMillis(200);
  private static final long MIB = 1 << 20;

  @Override
  public String subject() {
    return "directory " + key;
  }

  @Override
  public List<Finding> examine() throws IOException {
    Path existing = existing(directory.toAbsolutePath());
    if (!Files.isDirectory(existing)) {
      return List.of(bad(existing + " is a file", "move it away, or set --" + key));
    }
    if (!Files.isWritable(existing)) {
      return List.of(unwritable(existing, "permission denied"));
    }
    Duration sync;
    try {
      sync = sync(existing);
    } catch (IOException refused) {
      return List.of(unwritable(existing, refused.toString()));
    }
    long free = Files.getFileStore(existing).getUsableSpace();
    if (free < needBytes) {
      return List.of(
          bad(
              "%d MiB free on the disk of %s, %d MiB are needed"
                  .formatted(free / MIB, existing, needBytes / MIB),
              "free some, or move it to a larger disk by --" + key));
    }
    String found =
        "%s can be written, %d MiB free, a sync takes %d ms"
            .formatted(directory, free / MIB, sync.toMillis());
    return List.of(
        sync.compareTo(SLOW_SYNC) < 0
            ? Finding.ok(subject(), found)
            : Finding.warn(subject(), found, "the disk is slow or busy: take a local SSD for it"));
  }

  /// Returns the directory or its nearest existing parent. The service would create the rest.
  private static Path existing(Path path) {
    Path there = path;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return there;
  }

  private static Duration sync(Path where) throws IOException {
    Path file = Files.createTempFile(where, "goku-doctor", ".tmp");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[4096]));
      long began = System.nanoTime();
      channel.force(true);
      return Duration.ofNanos(System.nanoTime() - began);
    } finally {
      Files.delete(file);
    }
  }

  private Finding unwritable(Path where, String why) {
    return bad(
        "%s cannot be written: %s".formatted(where, why),
        "give it to the user that runs goku (chown %s), or set --%s"
            .formatted(System.getProperty("user.name"), key));
  }

  private Finding bad(String found, String remedy) {
    return Finding.fail(subject(), found, remedy);
  }
}
