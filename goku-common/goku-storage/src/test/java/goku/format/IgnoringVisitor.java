package goku.format;

import goku.codec.StreamImage;
import goku.format.snapshot.SnapshotReader;
import org.roaringbitmap.RoaringBitmap;

/// A visitor that ignores the content of a snapshot.
final class IgnoringVisitor implements SnapshotReader.Visitor {
  @Override
  public void metric(byte[] utf8) {}

  @Override
  public void pair(byte[] utf8) {}

  @Override
  public void series(long hash, int[] terms, int termCount) {}

  @Override
  public void removed(long startMillis, RoaringBitmap entries) {}

  @Override
  public void streams(long startMillis, boolean sealed) {}

  @Override
  public void stream(int series, StreamImage image) {}
}
