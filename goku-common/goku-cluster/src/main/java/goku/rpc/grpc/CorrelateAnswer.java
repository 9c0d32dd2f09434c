package goku.rpc.grpc;

import goku.budget.Account;
import goku.budget.Kind;
import goku.query.control.QueryControl;
import goku.query.control.QueryMemory;
import goku.query.search.CorrelationAnswer;
import goku.query.search.CorrelationQuery;
import goku.rpc.StorageNode;
import goku.rpc.proto.Wire;
import goku.rpc.wire.WireCorrelation;
import goku.rpc.wire.WireShards;

/// The implementation of correlation searches.
record CorrelateAnswer(StorageNode node, QueryMemory memory)
    implements CallThread.Answer<Wire.CorrelateRequest, Wire.CorrelatePart> {
  @Override
  public void give(
      Wire.CorrelateRequest request, Outgoing<Wire.CorrelateRequest, Wire.CorrelatePart> out)
      throws InterruptedException {
    Account.holdForCurrent(Kind.QUERIES, WireCorrelation.heldBytes(request));
    CorrelationQuery query = WireCorrelation.fromWire(request);
    try (var control = new QueryControl(WireCorrelation.limits(request), memory)) {
      out.stop(control);
      CorrelationAnswer answer =
          node.correlate(WireShards.fromWire(request.getShardsList()), query, control);
      for (Wire.CorrelatePart part : WireCorrelation.toWire(answer, control)) {
        out.send(part, 0);
      }
    }
  }
}
