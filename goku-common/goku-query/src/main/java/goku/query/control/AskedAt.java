package goku.query.control;

/// The arrival time of the query that this thread works on. Time that a query has waited before its
/// work begins counts against its timeout: a `QueryControl` created inside `call` starts at the
/// arrival time.
public final class AskedAt {
  private static final ScopedValue<Long> NANOS = ScopedValue.newInstance();

  private AskedAt() {}

  /// Works on a query that arrived at this value of `System.nanoTime()`.
  public static <T, X extends Throwable> T call(
      long askedNanos, ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(NANOS, askedNanos).call(work);
  }

  /// Returns the `System.nanoTime()` at which the query arrived; the current one if unknown.
  public static long nanos() {
    return NANOS.isBound() ? NANOS.get() : System.nanoTime();
  }
}
