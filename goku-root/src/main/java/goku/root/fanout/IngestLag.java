package goku.root.fanout;

import goku.model.Store;
import goku.root.planning.QueryPlan;
import java.util.function.LongSupplier;

/// The lag of the ingestors. Datapoints that wait before them reach no shard of GokuS, so the lag
/// is a lower bound for the lag of every shard. Thread-safe.
///
/// It is added to answers and not to replicas: no other replica has these datapoints, so the choice
/// among replicas must not change.
///
/// It must be read before the shards are asked. Shards keep what has reached them, so an answer
/// lacks no more than what waited then. A lag that ends while the shards answer still concerns the
/// answer.
public final class IngestLag {
  private final LongSupplier millis;
  private final long maxMillis;

  /// @param millis supplies the current lag
  /// @param maxMillis the largest lag that an answer may have unmarked
  public IngestLag(LongSupplier millis, long maxMillis) {
    this.millis = millis;
    this.maxMillis = maxMillis;
  }

  /// Returns the shortfall of every answer from GokuS.
  Shortfall shortfall() {
    long lag = millis.getAsLong();
    return lag > maxMillis ? Shortfall.lagging(lag) : Shortfall.NONE;
  }

  /// Returns the shortfall of the answer to a query.
  Shortfall shortfall(QueryPlan plan) {
    boolean reads = plan.sources().stream().anyMatch(source -> source.store() == Store.SHORT_TERM);
    return reads ? shortfall() : Shortfall.NONE;
  }
}
