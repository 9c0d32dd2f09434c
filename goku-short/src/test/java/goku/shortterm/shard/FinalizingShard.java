package goku.shortterm.shard;

import goku.testkit.DirectoryTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// A shard with a directory for its files, in which time passes with every look at the clock: what
/// works in slices does a step at a time.
public final class FinalizingShard implements AutoCloseable {
  private final Path directory;
  private final ShardFixture fixture;

  public FinalizingShard() {
    try {
      directory = Files.createTempDirectory("shard");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var nanos = new AtomicLong();
    fixture =
        new ShardFixture(
            64 << 20,
            () -> nanos.addAndGet(Duration.ofMillis(20).toNanos()),
            Runnable::run,
            new DirectoryOutput(directory));
  }

  public ShardFixture fixture() {
    return fixture;
  }

  @Override
  public void close() {
    fixture.close();
    new DirectoryTree(directory).remove();
  }
}
