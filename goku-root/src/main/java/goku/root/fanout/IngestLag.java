package goku.root.fanout;

import goku.model.Store;
import goku.root.planning.QuerySource;
import java.util.function.LongSupplier;

/// The lag of the ingestors. Datapoints that wait before them reach no shard of GokuS, so the lag
/// is a lower bound for the lag of every shard. Thread-safe.
///
/// It is added to answers and not to replicas: no other replica has these datapoints, so the choice
/// among replicas must not change.
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

  /// Returns the shortfall of the answer of a source.
  Shortfall shortfall(QuerySource source) {
    return source.store() == Store.SHORT_TERM ? shortfall() : Shortfall.NONE;
  }
}
