package goku.root.fanout;

import goku.http.HttpError;
import goku.root.planning.NodeCall;
import goku.rpc.ShardUnavailableException;
import java.util.List;
import java.util.function.Supplier;

/// The plan of calls for a request of a client.
final class PlannedCalls {
  private PlannedCalls() {}

  /// Returns the calls.
  ///
  /// @throws HttpError 503 if a shard is unavailable
  static List<NodeCall> of(Supplier<List<NodeCall>> plan) {
    try {
      return plan.get();
    } catch (ShardUnavailableException e) {
      throw new HttpError(503, String.valueOf(e.getMessage()));
    }
  }
}
