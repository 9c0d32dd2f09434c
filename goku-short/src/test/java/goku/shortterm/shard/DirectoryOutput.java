package goku.shortterm.shard;

import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.finalization.BucketOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// An output that writes bucket files to a directory and records its calls.
public final class DirectoryOutput implements BucketOutput {
  public final List<Path> finalized = new ArrayList<>();
  public final List<Path> dropped = new ArrayList<>();
  private final Path directory;
  private final boolean wantsAll;

  /// The answer to the question whether the tiers have a file.
  volatile boolean isInTiers = true;

  /// The answer to the question whether files may state what they add to.
  volatile boolean statesCoverage = true;

  public DirectoryOutput(Path directory) {
    this(directory, false);
  }

  public DirectoryOutput(Path directory, boolean wantsAll) {
    this.directory = directory;
    this.wantsAll = wantsAll;
  }

  @Override
  public boolean wantsAll() {
    return wantsAll;
  }

  @Override
  public boolean statesCoverage() {
    return statesCoverage;
  }

  @Override
  public boolean isInTiers(FinalizedPart part) {
    return isInTiers;
  }

  @Override
  public Path path(long startMillis, int generation) {
    return directory.resolve("bucket-%d-%d".formatted(startMillis / 1000, generation));
  }

  @Override
  public void finalized(FinalizedPart part) {
    finalized.add(part.path());
  }

  @Override
  public void dropped(FinalizedPart part) {
    dropped.add(part.path());
  }
}
