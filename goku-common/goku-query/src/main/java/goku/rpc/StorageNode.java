package goku.rpc;

import goku.model.NameKind;
import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.PartialStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// A process that holds shards, as the query root sees it. Thread-safe. Calls block; a thread that
/// is interrupted stops the call. A shard that the node does not have makes the whole call fail
/// with `ShardUnavailableException`: an answer is never silently short of data.
public interface StorageNode {
  /// Starts a query, which the caller closes. A `QueryStoppedException` when it touches too much.
  PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control)
      throws InterruptedException;

  /// Names with the prefix, in byte order, at most `max`.
  List<String> suggest(List<ShardId> shards, NameKind kind, String prefix, int max);

  /// Those of the names that a series in the shards has.
  Set<String> known(List<ShardId> shards, NameKind kind, Set<String> names);

  /// The names of series, ascending; when there are more than the limit, see `LookupQuery`.
  List<FoundSeries> lookup(List<ShardId> shards, LookupQuery query);

  /// The last datapoint of each series that has one in the range.
  LastPoints last(List<ShardId> shards, LastQuery query) throws InterruptedException;

  /// Who writes to the shards, asked like the node itself.
  UsageNode usage();

  /// Deletes what a shard of GokuL has, on all replicas that can be asked, and so that the others
  /// will hear of it; see `ShardData.delete`. `ShardUnavailableException` when it is not known that
  /// anybody took it, so that it may be done or not.
  DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout)
      throws InterruptedException;

  /// Waits until all that the log of the shard has up to the offset, inclusive, can be seen by
  /// calls that begin later. False when that took longer than the timeout, or the shard left the
  /// node.
  boolean awaitApplied(ShardId shard, long offset, Duration timeout) throws InterruptedException;
}
