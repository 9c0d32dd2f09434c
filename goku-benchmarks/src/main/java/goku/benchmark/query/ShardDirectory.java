package goku.benchmark.query;

import goku.model.ShardId;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.finalization.BucketOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// A directory for the bucket files of a benchmark's shards, gone with it.
final class ShardDirectory implements AutoCloseable {
  private final Path directory;

  ShardDirectory() {
    try {
      directory = Files.createTempDirectory("goku-benchmark");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  BucketOutput of(ShardId shard) {
    return new BucketOutput() {
      @Override
      public boolean wantsAll() {
        return false;
      }

      @Override
      public boolean isInTiers(FinalizedPart part) {
        return true;
      }

      @Override
      public Path path(long startMillis, int generation) {
        return directory.resolve("%d-%d-%d".formatted(shard.shard(), startMillis, generation));
      }

      @Override
      public void finalized(FinalizedPart part) {}

      @Override
      public void dropped(FinalizedPart part) {}
    };
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
