package goku.query.shard;

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
import org.jspecify.annotations.Nullable;

/// What a shard offers to the query engine, be it in memory (GokuS) or on disk (GokuL).
/// Thread-safe; no call blocks the shard's writer.
public interface ShardData {
  /// Series that match the filter, and their datapoints inside the range.
  ///
  /// @param resolution in which form datapoints are wanted where rollups exist
  SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution);

  /// The same for a query whose groups the shard has aggregated when they were written; null when
  /// it has not, or not so that the answer would be exact.
  default @Nullable PreAggregated preAggregated(PartialPlan plan, QueryControl control) {
    return null;
  }

  /// How many series may have to be looked at to select those that match. Series and datapoints are
  /// in memory; the largest long where they may not be. Takes a microsecond or two.
  default long mostSeries(SeriesFilter filter) {
    return Long.MAX_VALUE;
  }

  /// Whether the shard has a series with this metric, tag key or tag value.
  boolean knows(NameKind kind, String name);

  /// Names that begin with the prefix (minding the case), in byte order, at most `max`.
  List<String> suggest(NameKind kind, String prefix, int max);

  /// The first millisecond from which on the shard has all of the range that it should have: while
  /// it recovers, older datapoints are still to come. The smallest long when nothing is missing.
  default long completeFromMillis(TimeRange range) {
    return Long.MIN_VALUE;
  }

  /// For how many milliseconds the shard may lack datapoints that came meanwhile: since it was last
  /// known to have all of its log (section 4.7.2 of the paper). 0 when it follows no log.
  default long lagMillis() {
    return 0;
  }

  /// Who writes to the shard.
  default ShardUsage usage() {
    return ShardUsage.NONE;
  }

  /// Deletes what lies on disk. May be called again, by others and for other replicas: the same
  /// delete of the same moment is one.
  ///
  /// @param madeMillis when it was asked for
  /// @param delete as in `goku.format.delete`; its range lies where no datapoints come any more
  default DeleteOutcome delete(long madeMillis, byte[] delete) {
    throw new UnsupportedOperationException("a shard in memory takes deletes from its log");
  }

  /// Waits until all that the shard's log has up to the offset, inclusive, can be seen by calls
  /// that begin later. False when the time was up before that, or the shard was closed.
  boolean awaitApplied(long offset, Duration timeout) throws InterruptedException;
}
