package goku.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Ports for servers that start later, in other processes, or again under the same address.
///
/// They are below the ports that the system assigns to connections. Otherwise a connection could
/// take the port of a server that is down. Each block of ports belongs to one JVM at a time by a
/// lock on a file, so that concurrent test JVMs never pick the same port. The system releases the
/// locks when the JVM ends. Thread-safe.
public final class TestPorts {
  private static final int FIRST = 15_000;
  private static final int BLOCK_SIZE = 100;
  private static final int BLOCKS = 170;

  private static final TestPorts OF_THIS_JVM =
      new TestPorts(Path.of(System.getProperty("java.io.tmpdir"), "goku-test-ports"), BLOCKS);

  private final Path directory;
  private final int blocks;

  /// The locked files, held so that the locks are not garbage collected.
  private final List<FileChannel> locked = new ArrayList<>();

  private int block;
  private int port;
  private int beyond;

  TestPorts(Path directory, int blocks) {
    this.directory = directory;
    this.blocks = blocks;
    block = ThreadLocalRandom.current().nextInt(blocks);
  }

  /// Returns a port on which nothing listens and that was not returned before, here or by another
  /// running JVM.
  public static int next() {
    return OF_THIS_JVM.take();
  }

  synchronized int take() {
    while (true) {
      if (port == beyond) {
        lockABlock();
      }
      int candidate = port++;
      if (isFree(candidate)) {
        return candidate;
      }
    }
  }

  private void lockABlock() {
    for (int tried = 0; tried < blocks; tried++) {
      block = (block + 1) % blocks;
      if (lock(block)) {
        port = FIRST + block * BLOCK_SIZE;
        beyond = port + BLOCK_SIZE;
        return;
      }
    }
    throw new IllegalStateException(
        "cannot lock a block of ports in %s: all %d are taken; end other test processes"
            .formatted(directory, blocks));
  }

  private boolean lock(int number) {
    try {
      Files.createDirectories(directory);
      var channel =
          FileChannel.open(
              directory.resolve(number + ".lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        locked.add(channel);
        return true;
      }
      channel.close();
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock ports in " + directory, e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException ofThisJvm) {
      return false;
    }
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException inUse) {
      return false;
    }
  }
}
