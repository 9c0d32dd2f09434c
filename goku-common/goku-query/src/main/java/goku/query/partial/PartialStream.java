package goku.query.partial;

import goku.model.ShardId;
import java.util.List;
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

  /// Shards of which nobody had a replica when the query began: it is short of their series.
  default List<ShardId> missing() {
    return List.of();
  }

  /// For how many milliseconds, when the query began, some shard behind it may have lacked
  /// datapoints that came meanwhile; see `ShardData`. 0 when none did.
  default long lagMillis() {
    return 0;
  }

  /// About how many stored datapoints the page has, of a query for one; known when the stream is
  /// open. 0 when nothing is known.
  default long pageDatapoints() {
    return 0;
  }

  /// Where its datapoints come from, for people; see `SeriesSelection`.
  default Set<String> origins() {
    return Set.of();
  }

  @Override
  void close();
}
