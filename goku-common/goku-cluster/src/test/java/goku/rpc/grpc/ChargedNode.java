package goku.rpc.grpc;

import goku.budget.Account;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Tag;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.PartialStream;
import goku.rpc.FoundSeries;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;

/// A node that records the accounts of its calls. Its queries never end, and its lookups find a
/// thousand series.
final class ChargedNode extends EndlessNode {
  static final int SERIES = 1000;

  final LinkedBlockingQueue<Account> accounts = new LinkedBlockingQueue<>();

  ChargedNode() {
    super(Integer.MAX_VALUE);
  }

  private void record() {
    accounts.add(Objects.requireNonNull(Account.current()));
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control) {
    record();
    return super.query(shards, query, control);
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
}
