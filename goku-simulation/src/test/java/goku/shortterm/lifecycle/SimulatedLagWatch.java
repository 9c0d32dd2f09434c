package goku.shortterm.lifecycle;

import goku.shortterm.recovery.LogEnds;
import java.time.Duration;
import java.util.Collection;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// A watch of lags that queries when it is told to.
public final class SimulatedLagWatch {
  private final LagWatch watch;

  public SimulatedLagWatch(
      LogEnds ends, Supplier<Collection<ShardLifecycle>> shards, LongSupplier nanoTime) {
    watch = new LagWatch(ends, shards, Duration.ZERO, nanoTime);
  }

  public void look() {
    watch.look();
  }
}
