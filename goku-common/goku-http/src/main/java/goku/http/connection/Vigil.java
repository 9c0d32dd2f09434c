package goku.http.connection;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The waiting strategy of an event loop. A loop that has just answered a request itself polls for
/// the next one for a moment before it sleeps. A client that sends one query after the other sends
/// the next within that time, and waking a loop takes as long as the query. One per loop, used by
/// its thread.
public final class Vigil implements SelectStrategy {
  static final long NANOS = 50_000;

  private static final FastThreadLocal<@Nullable Vigil> OF_THIS_LOOP = new FastThreadLocal<>();

  private final LongSupplier nanoTime;
  private boolean known;
  private boolean kept;
  private long endNanos;

  public Vigil() {
    this(System::nanoTime);
  }

  Vigil(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// Keeps the loop of this thread awake for a moment.
  static void keep() {
    Vigil vigil = OF_THIS_LOOP.get();
    if (vigil != null) {
      vigil.kept = true;
      vigil.endNanos = vigil.nanoTime.getAsLong() + NANOS;
    }
  }

  @Override
  public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
    if (!known) {
      OF_THIS_LOOP.set(this);
      known = true;
    }
    if (!hasTasks && !kept) {
      return SELECT;
    }
    int ready = selectNow.get();
    if (hasTasks || ready > 0) {
      return ready;
    }
    kept = nanoTime.getAsLong() - endNanos < 0;
    Thread.onSpinWait();
    return CONTINUE;
  }
}
