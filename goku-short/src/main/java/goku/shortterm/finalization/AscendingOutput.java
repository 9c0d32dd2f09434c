package goku.shortterm.finalization;

import goku.shortterm.bucket.FinalizedPart;
import java.nio.file.Path;
import java.util.TreeMap;

/// An output that reports files in ascending order of their windows, although they may be written
/// in another order: a reader of S3 that finds the file of a window relies on those of all earlier
/// windows. Owned by the shard's writer.
public final class AscendingOutput implements BucketOutput {
  private final BucketOutput output;

  /// Files that are not yet reported, by start.
  private final TreeMap<Long, FinalizedPart> held = new TreeMap<>();

  /// @param output receives the reports
  public AscendingOutput(BucketOutput output) {
    this.output = output;
  }

  @Override
  public boolean wantsAll() {
    return output.wantsAll();
  }

  @Override
  public boolean isInTiers(FinalizedPart part) {
    return output.isInTiers(part);
  }

  @Override
  public boolean statesCoverage() {
    return output.statesCoverage();
  }

  @Override
  public boolean statesEpoch() {
    return output.statesEpoch();
  }

  @Override
  public Path path(long startMillis, int generation) {
    return output.path(startMillis, generation);
  }

  /// Holds the file back until `tellBefore` reaches its window. It replaces a held file of a lower
  /// generation.
  @Override
  public void finalized(FinalizedPart part) {
    held.put(part.file().info().startMillis(), part);
  }

  /// Reports the file now if it was held: it may have been waited for.
  @Override
  public void dropped(FinalizedPart part) {
    if (held.remove(part.file().info().startMillis(), part)) {
      output.finalized(part);
    }
    output.dropped(part);
  }

  /// Reports held files of windows that begin earlier.
  void tellBefore(long startMillis) {
    while (!held.isEmpty() && held.firstKey() < startMillis) {
      output.finalized(held.pollFirstEntry().getValue());
    }
  }
}
