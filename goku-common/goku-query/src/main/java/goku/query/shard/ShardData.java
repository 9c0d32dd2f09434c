package goku.query.shard;

import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.DeleteOutcome;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.control.QueryControl;
import goku.query.partial.PartialPlan;
import goku.query.usage.ShardUsage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The query engine's view of a shard, in memory (GokuS) or on disk (GokuL). No call blocks the
/// shard's writer. Thread-safe.
public interface ShardData {
  /// Selects the series that match the filter, with their datapoints in the range.
  ///
  /// @param resolution the form in which datapoints are read where rollups exist
  SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution);

  /// Selects like `select`, but for a query whose groups the shard aggregated when they were
  /// written. Null if there are no such aggregates or they would not be exact.
  default @Nullable PreAggregated preAggregated(PartialPlan plan, QueryControl control) {
    return null;
  }

  /// Returns an upper bound of the series to examine for this filter, if series and datapoints are
  /// in memory; otherwise `Long.MAX_VALUE`. Takes one or two microseconds.
  default long mostSeries(SeriesFilter filter) {
    return Long.MAX_VALUE;
  }

  /// Returns whether the shard has a series with this metric, tag key or tag value.
  boolean knows(NameKind kind, String name);

  /// Returns at most `max` names that begin with the prefix (case-sensitive), in byte order.
  List<String> suggest(NameKind kind, String prefix, int max);

  /// Returns the times that overlap the range and for which the shard may lack datapoints. They may
  /// extend beyond the range.
  default Holes holes(TimeRange range) {
    return Holes.NONE;
  }

  /// Returns the milliseconds since the shard was last known to have all records of its log; newer
  /// datapoints may be missing (section 4.7.2 of the paper). 0 if the shard follows no log.
  default long lagMillis() {
    return 0;
  }

  /// Returns the usage of the shard by metrics and tags.
  default ShardUsage usage() {
    return ShardUsage.NONE;
  }

  /// Returns the numbers of series, by which ingestors refuse new ones; empty if the shard has no
  /// limits.
  default Optional<SeriesCounts> countSeries(CountQuery query) {
    return Optional.empty();
  }

  /// Deletes datapoints on disk. Idempotent: repeated calls, also for other replicas, with the same
  /// delete and time are one delete.
  ///
  /// @param madeMillis the time of the delete request
  /// @param delete a delete as in `goku.format.delete`, with a range that gets no new datapoints
  default DeleteOutcome delete(long madeMillis, byte[] delete) {
    throw new UnsupportedOperationException(
        "cannot delete: a shard in memory takes deletes from its log only");
  }

  /// Waits until all records of the shard's log up to the offset, inclusive, are visible to calls
  /// that begin later. Returns false after the timeout, or if the shard was closed.
  boolean awaitApplied(long offset, Duration timeout) throws InterruptedException;
}
