package goku.query.control;

import java.util.function.LongConsumer;

/// The memory that one part of a query's work holds, counted before it is allocated. Small amounts
/// are gathered, so that a series of a few datapoints costs nothing. Owned by one thread at a time.
public final class Charge implements LongConsumer, AutoCloseable {
  /// The most bytes that are not counted yet. A query has a few charges for each thread.
  private static final long GATHERED_BYTES = 64 << 10;

  private final QueryControl control;
  private long counted;
  private long gathered;

  public Charge(QueryControl control) {
    this.control = control;
  }

  /// Counts bytes that are about to be allocated.
  ///
  /// @throws QueryStoppedException if the query may not hold them
  @Override
  public void accept(long bytes) {
    gathered += bytes;
    if (gathered > GATHERED_BYTES) {
      long more = gathered;
      gathered = 0;
      counted += more;
      control.hold(more);
    }
  }

  /// Ends the charge without a release: from now on the caller counts these bytes for the query.
  public void handOver(long bytes) {
    long before = counted;
    counted = 0;
    gathered = 0;
    control.hold(bytes - before);
  }

  /// Releases all bytes. The charge can be used again.
  @Override
  public void close() {
    control.hold(-counted);
    counted = 0;
    gathered = 0;
  }
}
