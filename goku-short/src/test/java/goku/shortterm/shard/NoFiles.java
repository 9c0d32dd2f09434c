package goku.shortterm.shard;

import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.finalization.BucketOutput;
import java.nio.file.Path;

/// An output for shards that never finalize.
public class NoFiles implements BucketOutput {
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
    throw new AssertionError("nothing is to be finalized");
  }

  @Override
  public void finalized(FinalizedPart part) {
    throw new AssertionError("nothing is to be finalized");
  }

  @Override
  public void dropped(FinalizedPart part) {}
}
