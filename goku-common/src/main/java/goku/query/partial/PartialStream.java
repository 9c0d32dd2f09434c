package goku.query.partial;

import org.jspecify.annotations.Nullable;

/// Groups as a node makes them, ascending by key. Owned by one thread. Nothing runs for it any more
/// when `close` returns.
public interface PartialStream extends AutoCloseable {
  /// The next group; null at the end. Throws a `QueryStoppedException` when the query has come to
  /// its end early.
  @Nullable GroupPartial next() throws InterruptedException;

  @Override
  void close();
}
