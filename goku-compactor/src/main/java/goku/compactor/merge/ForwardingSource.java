package goku.compactor.merge;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SortedSource;
import goku.model.PointBuffer;
import java.io.IOException;

/// A source that forwards all calls to another one, for subclasses to override some. Owned by one
/// thread.
public abstract class ForwardingSource implements SortedSource {
  /// The source that calls are forwarded to.
  protected final SortedSource whole;

  /// Creates a source that takes over the given one.
  protected ForwardingSource(SortedSource whole) {
    this.whole = whole;
  }

  @Override
  public String name() {
    return whole.name();
  }

  @Override
  public boolean hasRaw() {
    return whole.hasRaw();
  }

  @Override
  public long rollupMillis() {
    return whole.rollupMillis();
  }

  @Override
  public int metricCount() {
    return whole.metricCount();
  }

  @Override
  public int termCount() {
    return whole.termCount();
  }

  @Override
  public byte[] term(int number) throws IOException {
    return whole.term(number);
  }

  @Override
  public boolean next() throws IOException {
    return whole.next();
  }

  @Override
  public long hash() {
    return whole.hash();
  }

  @Override
  public int[] terms() {
    return whole.terms();
  }

  @Override
  public int termCountOfSeries() {
    return whole.termCountOfSeries();
  }

  @Override
  public void raw(PointBuffer into) throws IOException {
    whole.raw(into);
  }

  @Override
  public void rollups(RollupBuffer into) throws IOException {
    whole.rollups(into);
  }

  @Override
  public void close() throws IOException {
    whole.close();
  }
}
