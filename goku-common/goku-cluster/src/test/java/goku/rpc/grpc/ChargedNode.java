package goku.rpc.grpc;

import goku.budget.Account;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.ShardId;
import goku.model.Tag;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.PartialStream;
import goku.rpc.FoundNames;
import goku.rpc.FoundSeries;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.UsageNode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;

/// A node that records the accounts of its calls. Its queries never end, and its lookups find a
/// thousand series.
final class ChargedNode implements StorageNode {
  static final int SERIES = 1000;

  final LinkedBlockingQueue<Account> accounts = new LinkedBlockingQueue<>();
  final EndlessNode endless = new EndlessNode(Integer.MAX_VALUE);

  private void record() {
    accounts.add(Objects.requireNonNull(Account.current()));
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control) {
    record();
    return endless.query(shards, query, control);
  }

  @Override
  public LookupResult lookup(List<ShardId> shards, LookupQuery query) {
    record();
    List<FoundSeries> series =
        IntStream.range(0, SERIES)
            .mapToObj(i -> new FoundSeries("metric", List.of(new Tag("host", "h" + i))))
            .toList();
    return new LookupResult(series, Holes.NONE);
  }

  @Override
  public SuggestedNames suggest(List<ShardId> shards, NameKind kind, String prefix, int max) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FoundNames known(List<ShardId> shards, NameKind kind, Set<String> names) {
    throw new UnsupportedOperationException();
  }

  @Override
  public LastPoints last(List<ShardId> shards, LastQuery query) {
    throw new UnsupportedOperationException();
  }

  @Override
  public UsageNode usage() {
    throw new UnsupportedOperationException();
  }

  @Override
  public DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout) {
    throw new UnsupportedOperationException();
  }
}
