package goku.http.connection;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// How an event loop waits. One that has just answered a request itself looks out for the next for
/// a moment before it sleeps: a client that asks one query after the other sends the next by then,
/// and to be woken takes a loop as long as the query. One for each loop, used by its thread.
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

  /// The loop of this thread stays awake for a moment.
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
