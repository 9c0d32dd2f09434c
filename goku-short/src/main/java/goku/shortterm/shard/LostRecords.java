package goku.shortterm.shard;

import goku.model.ShardId;
import goku.shortterm.log.StartPoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The records that the log of a shard has lost before the shard applied them. They are counted and
/// logged, and their times become holes. Used by the shard's writer.
final class LostRecords {
  private static final Logger LOG = LoggerFactory.getLogger(LostRecords.class);

  private final ShardId id;
  private final Progress progress;
  private final ShardHoles holes;
  private final HeldTimes held;
  private final GreatestLateness lateness;
  private final ShardMetrics metrics;

  LostRecords(
      ShardId id,
      Progress progress,
      ShardHoles holes,
      HeldTimes held,
      GreatestLateness lateness,
      ShardMetrics metrics) {
    this.id = id;
    this.progress = progress;
    this.holes = holes;
    this.held = held;
    this.lateness = lateness;
    this.metrics = metrics;
  }

  /// Notes that all records from the applied one to `offset`, both exclusive, are lost.
  ///
  /// @param writtenMillis the latest time at which they were written
  void before(long offset, long writtenMillis) {
    holes.add(lateness.get().holes(progress.recordMillis(), writtenMillis));
    held.giveHolesABegin();
    count(offset);
  }

  /// Notes that the log begins after the restored files end. The holes of that are known already.
  void before(StartPoint start) {
    if (start.applied() > progress.applied()) {
      count(start.applied() + 1);
      progress.skipTo(start.applied());
    }
  }

  private void count(long offset) {
    long missing = offset - progress.applied() - 1;
    metrics.missing(missing);
    LOG.error(
        "records missing in the log shard={} from={} to={}: they are lost here. The topic's"
            + " retention must be longer than the time between two snapshots and the longest time"
            + " that a node is away",
        id,
        offset - missing,
        offset - 1);
  }
}
