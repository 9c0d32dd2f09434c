package goku.query.control;

/// When the query on which this thread is at work was asked. One that had to wait before anything
/// was done for it has so much less time left: its `QueryControl`, if it is made inside of `call`,
/// counts from then on.
public final class AskedAt {
  private static final ScopedValue<Long> NANOS = ScopedValue.newInstance();

  private AskedAt() {}

  /// Does the work of a query that was asked at this value of `System.nanoTime()`.
  public static <T, X extends Throwable> T call(
      long askedNanos, ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(NANOS, askedNanos).call(work);
  }

  /// The `System.nanoTime()` of when it was asked; that of now if nobody says anything else.
  public static long nanos() {
    return NANOS.isBound() ? NANOS.get() : System.nanoTime();
  }
}
