package goku.query.search;

/// A count of series that begin or end inside the range, with a sample of them. Thread-safe.
public final class EdgeSample {
  /// Guarded by this, as is `count`.
  private final Leading<Edge> sample = new Leading<>(Edges.MOST);

  private long count;

  public synchronized void offer(Edge edge) {
    count++;
    sample.offer(edge);
  }

  public synchronized Edges edges() {
    return new Edges(count, sample.toList());
  }
}
