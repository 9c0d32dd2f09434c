package goku.rpc;

import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import goku.model.NameKind;
import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.PartialStream;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// A process that holds shards, as the query root sees it. Calls block, and interrupting the
/// calling thread stops the call. If the node lacks a shard, the whole call fails with
/// `ShardUnavailableException`: an answer is never silently incomplete. Thread-safe.
public interface StorageNode {
  /// Starts a query. The caller closes the stream. Throws `QueryStoppedException` if the query
  /// exceeds its limits.
  PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control)
      throws InterruptedException;

  /// Compares all series that match. Throws `QueryStoppedException` if the search exceeds its
  /// limits. Answers of different shards merge by `SearchAnswer.plus`.
  default SearchAnswer search(List<ShardId> shards, SeriesSearch query, QueryControl control)
      throws InterruptedException {
    throw new UnsupportedOperationException("this node cannot search");
  }

  /// Returns at most `max` names with the prefix, in byte order.
  SuggestedNames suggest(List<ShardId> shards, NameKind kind, String prefix, int max);

  /// Returns those of the names that some series in the shards has.
  FoundNames known(List<ShardId> shards, NameKind kind, Set<String> names);

  /// Returns series. `LookupQuery` defines which ones if there are more than the limit.
  LookupResult lookup(List<ShardId> shards, LookupQuery query);

  /// Returns the last datapoint of each series that has one in the range.
  LastPoints last(List<ShardId> shards, LastQuery query) throws InterruptedException;

  /// Returns the usage of the node's shards.
  UsageNode usage();

  /// Deletes datapoints of a GokuL shard on all available replicas, and makes sure that the others
  /// learn of the delete; see `ShardData.delete`. Throws `ShardUnavailableException` if no replica
  /// is known to have accepted the delete, in which case the delete may or may not be applied.
  DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout)
      throws InterruptedException;

  /// Waits until all records of the shard's log up to the offset, inclusive, are visible to calls
  /// that begin later. Returns false after the timeout, or if the shard left the node.
  boolean awaitApplied(ShardId shard, long offset, Duration timeout) throws InterruptedException;

  /// Returns the numbers of series of those shards that the node holds in memory and that are asked
  /// for. Unlike other calls, it leaves out missing shards.
  default List<SeriesCounts> countSeries(List<CountQuery> queries) throws InterruptedException {
    throw new UnsupportedOperationException("cannot count series: ask a node of GokuS");
  }
}
