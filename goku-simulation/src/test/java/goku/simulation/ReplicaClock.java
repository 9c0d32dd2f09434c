package goku.simulation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The wall clock of a node, which may differ from the true time.
final class ReplicaClock implements InstantSource {
  private final LongSupplier trueMillis;
  private long skewMillis;

  ReplicaClock(LongSupplier trueMillis) {
    this.trueMillis = trueMillis;
  }

  void skew(long millis) {
    skewMillis = millis;
  }

  long skew() {
    return skewMillis;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public long millis() {
    return trueMillis.getAsLong() + skewMillis;
  }
}
