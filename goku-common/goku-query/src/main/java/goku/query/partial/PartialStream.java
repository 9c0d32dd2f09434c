package goku.query.partial;

import goku.model.Holes;
import goku.model.ShardId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The groups that a node sends for a query, ascending by key. No work for the stream runs after
/// `close` has returned. Owned by one thread.
public interface PartialStream extends AutoCloseable {
  /// Returns the next group; null at the end. Throws `QueryStoppedException` if the query was
  /// stopped.
  @Nullable GroupPartial next() throws InterruptedException;

  /// Returns the holes that the stream's shards had in the range when the query began; see
  /// `ShardData`.
  default Holes holes() {
    return Holes.NONE;
  }

  /// Returns the shards without an available replica when the query began. Their series are
  /// missing.
  default List<ShardId> missing() {
    return List.of();
  }

  /// Returns the largest lag of the stream's shards in milliseconds when the query began; see
  /// `ShardData`. 0 if no shard lagged.
  default long lagMillis() {
    return 0;
  }

  /// Returns the estimated number of stored datapoints of the page, in a query for a page. Known
  /// once the stream is open. 0 if unknown.
  default long pageDatapoints() {
    return 0;
  }

  /// Returns the sources of the datapoints, for people; see `SeriesSelection`.
  default Set<String> origins() {
    return Set.of();
  }

  @Override
  void close();
}
