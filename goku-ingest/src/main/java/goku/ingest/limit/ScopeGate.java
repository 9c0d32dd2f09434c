package goku.ingest.limit;

import goku.cardinality.HashFilter;
import goku.cardinality.ScopeCount;
import goku.cardinality.ScopeCount.Filtered;
import goku.cardinality.SeriesScope;
import goku.model.NameText;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One scope of one shard, as far as it counts for a limit: the number of series that the shard
/// stated, their filter, and the series that this ingestor admitted since. Thread-safe.
final class ScopeGate {
  /// The age from which on a filter may lack series that were admitted before this ingestor began,
  /// or by others. A shard that is not in trouble is a second behind at most.
  private static final long STALE_NANOS = Duration.ofSeconds(10).toNanos();

  /// @param series the number of series
  /// @param filtered the number of series in the filter
  /// @param filter null if the scope is not near a limit: then all series pass
  /// @param coveredNanos the filter has all series that were in the log then
  private record Stated(
      long series, long filtered, @Nullable HashFilter filter, long coveredNanos) {}

  private final SeriesScope scope;
  private final byte[] name;
  private final Bound bound;
  private final long startedNanos;
  private final Admissions admissions;
  private volatile Stated stated;

  /// @param startedNanos when this ingestor began to count
  ScopeGate(SeriesScope scope, Bound bound, long startedNanos) {
    this.scope = scope;
    this.bound = bound;
    this.startedNanos = startedNanos;
    name = NameText.bytes(scope.name());
    admissions = new Admissions(startedNanos);
    stated = new Stated(0, 0, null, startedNanos - 1);
  }

  Bound bound() {
    return bound;
  }

  /// Returns whether a metric belongs to the scope.
  boolean holds(byte[] metric, int length) {
    return switch (scope.kind()) {
      case SHARD -> true;
      case METRIC -> Arrays.equals(metric, 0, length, name, 0, name.length);
      case PREFIX ->
          length >= name.length && Arrays.equals(metric, 0, name.length, name, 0, name.length);
    };
  }

  /// Takes over what the shard stated.
  ///
  /// @param count with its filter, if the scope is near a limit
  /// @param logNanos the shard had all of its log from before this time
  void look(ScopeCount count, long logNanos, long nowNanos) {
    HashFilter filter = count.filtered().flatMap(Filtered::filter).orElse(null);
    if (filter == null) {
      stated = new Stated(count.series(), 0, null, logNanos);
      return;
    }
    Filtered filtered = count.filtered().orElseThrow();
    long covered = logNanos - Duration.ofMillis(filtered.ageMillis()).toNanos();
    stated = new Stated(count.series(), filtered.series(), filter, covered);
    admissions.settle(filter, covered, nowNanos);
  }

  /// Returns the number of series: those of the shard, and those that are on their way to it.
  long series() {
    Stated now = stated;
    return Math.max(now.series, now.filter == null ? 0 : now.filtered + admissions.size());
  }

  /// Returns whether new series are counted.
  boolean isNear() {
    return stated.filter != null;
  }

  /// Returns whether the series must be refused. An old filter may lack series that others
  /// admitted, so it leaves some more room.
  boolean refuses(long hash, long nowNanos) {
    return !knows(hash) && !bound.hasRoom(isStale(nowNanos) ? bound.limit() / 20 : 0);
  }

  /// Counts a series that is not refused, if it is new.
  void admit(long hash) {
    if (!knows(hash)) {
      admissions.add(hash);
      bound.admit();
    }
  }

  private boolean knows(long hash) {
    HashFilter filter = stated.filter;
    return filter == null || filter.mayContain(hash) || admissions.contain(hash);
  }

  private boolean isStale(long nowNanos) {
    long covered = stated.coveredNanos;
    return covered - startedNanos < 0 || nowNanos - covered > STALE_NANOS;
  }
}
