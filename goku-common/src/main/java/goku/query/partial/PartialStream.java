package goku.query.partial;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Groups as a node makes them, ascending by key. Owned by one thread. Nothing runs for it any more
/// when `close` returns.
public interface PartialStream extends AutoCloseable {
  /// The next group; null at the end. Throws a `QueryStoppedException` when the query has come to
  /// its end early.
  @Nullable GroupPartial next() throws InterruptedException;

  /// The first millisecond from which on the shards behind it had all they should have when the
  /// query began; see `ShardData`. The smallest long when nothing is missing.
  default long completeFromMillis() {
    return Long.MIN_VALUE;
  }

  /// Where its datapoints come from, for people; see `SeriesSelection`.
  default Set<String> origins() {
    return Set.of();
  }

  @Override
  void close();
}
