package goku.benchmark.tier;

import goku.longterm.read.DeleteSink;
import goku.query.DeleteOutcome;

/// A sink of deletes that receives none.
final class NoDeletes implements DeleteSink {
  @Override
  public DeleteOutcome delete(long madeMillis, byte[] content) {
    throw new UnsupportedOperationException("nothing is deleted here");
  }

  @Override
  public void masked() {}
}
