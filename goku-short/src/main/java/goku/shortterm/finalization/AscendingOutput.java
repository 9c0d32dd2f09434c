package goku.shortterm.finalization;

import goku.shortterm.bucket.FinalizedPart;
import java.nio.file.Path;
import java.util.TreeMap;

/// Tells of files in ascending order of their windows, whatever the order in which they are
/// written: whoever finds the file of a window in S3 relies on those of all windows before. Owned
/// by the shard's writer.
public final class AscendingOutput implements BucketOutput {
  private final BucketOutput output;

  /// By start, files that nobody was told of yet.
  private final TreeMap<Long, FinalizedPart> held = new TreeMap<>();

  /// @param output is told
  public AscendingOutput(BucketOutput output) {
    this.output = output;
  }

  @Override
  public boolean wantsAll() {
    return output.wantsAll();
  }

  @Override
  public Path path(long startMillis, int generation) {
    return output.path(startMillis, generation);
  }

  /// Holds the file back until `tellBefore` comes to its window. One of a lower generation that is
  /// held is not told any more.
  @Override
  public void finalized(FinalizedPart part) {
    held.put(part.file().info().startMillis(), part);
  }

  /// Whoever was not told of the file yet is told now: it may have been waited for.
  @Override
  public void dropped(FinalizedPart part) {
    if (held.remove(part.file().info().startMillis(), part)) {
      output.finalized(part);
    }
    output.dropped(part);
  }

  /// Tells of what is held of windows that begin before.
  void tellBefore(long startMillis) {
    while (!held.isEmpty() && held.firstKey() < startMillis) {
      output.finalized(held.pollFirstEntry().getValue());
    }
  }
}
