package goku.rpc.grpc;

import goku.budget.Account;
import goku.budget.Kind;
import goku.query.control.QueryControl;
import goku.query.control.QueryMemory;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.rpc.StorageNode;
import goku.rpc.proto.Wire;
import goku.rpc.wire.WireSeriesSearch;
import goku.rpc.wire.WireShards;

/// The implementation of searches over all series.
record SeriesSearchAnswer(StorageNode node, QueryMemory memory)
    implements CallThread.Answer<Wire.SearchRequest, Wire.SearchPart> {
  @Override
  public void give(Wire.SearchRequest request, Outgoing<Wire.SearchRequest, Wire.SearchPart> out)
      throws InterruptedException {
    Account.holdForCurrent(Kind.QUERIES, WireSeriesSearch.heldBytes(request));
    SeriesSearch query = WireSeriesSearch.fromWire(request);
    try (var control = new QueryControl(WireSeriesSearch.limits(request), memory)) {
      out.stop(control);
      SearchAnswer answer =
          node.search(WireShards.fromWire(request.getShardsList()), query, control);
      for (Wire.SearchPart part : WireSeriesSearch.toWire(answer, control)) {
        out.send(part, 0);
      }
    }
  }
}
