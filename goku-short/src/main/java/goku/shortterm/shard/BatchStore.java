package goku.shortterm.shard;

import goku.index.SeriesIndex;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.finalization.Finalizations;
import goku.shortterm.preaggregation.PreAggregates;

/// The storing of a batch's datapoints in their buckets. Owned by the writer.
///
/// Storing a datapoint mostly waits for memory: hash table, series, stream table and stream are in
/// different places. Series are therefore handled in groups, one step for the whole group and then
/// the next, so that the processor waits for many of them at once.
final class BatchStore {
  /// The size of a group, small enough that its data is still in the cache at the next step.
  private static final int GROUP = 64;

  private static final int SKIPPED = SeriesIndex.NONE;

  private final SeriesIndex index;
  private final Buckets buckets;
  private final ShardMetrics metrics;
  private final MemoryAlarm alarm;
  private final CardinalityAlarm cardinality;
  private final Deletions deletions;
  private final Finalizations finalizations;
  private final PreAggregates aggregates;
  private final ShardHoles holes;
  private final BatchCounts counts = new BatchCounts();

  /// The offset of the batch that is being stored.
  private long offset;

  // the tags in the batch whose fingerprint is known
  private int printedTags;
  private long tagsPrint;

  BatchStore(
      SeriesIndex index,
      Buckets buckets,
      Deletions deletions,
      Finalizations finalizations,
      ShardMetrics metrics,
      MemoryAlarm alarm,
      CardinalityAlarm cardinality,
      PreAggregates aggregates,
      ShardHoles holes) {
    this.holes = holes;
    this.deletions = deletions;
    this.finalizations = finalizations;
    this.index = index;
    this.buckets = buckets;
    this.metrics = metrics;
    this.alarm = alarm;
    this.cardinality = cardinality;
    this.aggregates = aggregates;
  }

  /// Stores the datapoints of a batch that was read without an error.
  ///
  /// @param offset the offset of the batch in the log
  void storeBatch(byte[] batch, StagedBatch staged, AcceptedTimes times, long offset) {
    this.offset = offset;
    printedTags = -1;
    for (int from = 0; from < staged.entries; from += GROUP) {
      int to = Math.min(from + GROUP, staged.entries);
      for (int entry = from; entry < to; entry++) {
        staged.slots[entry] = slotOf(batch, staged, entry, times);
      }
      for (int entry = from; entry < to; entry++) {
        storeSeries(staged, entry, times);
      }
    }
    counts.report(metrics, alarm);
  }

  /// Returns the slot of an entry's series, after creating it if necessary; `SKIPPED` if none of
  /// its datapoints is accepted.
  private int slotOf(byte[] batch, StagedBatch staged, int entry, AcceptedTimes times) {
    int taken = 0;
    for (int i = staged.first(entry); i < staged.end(entry); i++) {
      if (times.contains(staged.timestamps[i])) {
        taken++;
      } else {
        boolean early = staged.timestamps[i] < times.firstMillis();
        counts.rejected(early ? RejectReason.EXPIRED : RejectReason.FUTURE, 1);
      }
    }
    if (taken == 0) {
      return SKIPPED;
    }
    int slot = findSeries(batch, staged, entry);
    return slot == SeriesIndex.NONE ? addSeries(batch, staged, entry, taken, times) : slot;
  }

  private int findSeries(byte[] batch, StagedBatch staged, int entry) {
    int tags = staged.tagsOffsets[entry];
    if (tags != printedTags) { // most series have those of the one before
      tagsPrint = index.fingerprintOfPart(batch, tags, staged.tagsLengths[entry]);
      printedTags = tags;
    }
    long metricPrint =
        index.fingerprintOfPart(batch, staged.metricOffsets[entry], staged.metricLengths[entry]);
    return index.find(staged.hashes[entry], metricPrint, tagsPrint);
  }

  private int addSeries(
      byte[] batch, StagedBatch staged, int entry, int taken, AcceptedTimes times) {
    byte[] name = staged.name(batch, entry);
    int slot = index.add(staged.hashes[entry], name, 0, name.length);
    if (slot >= 0) {
      aggregates.added(slot);
    }
    switch (slot) {
      case SeriesIndex.NO_MEMORY -> {
        counts.rejected(RejectReason.MEMORY, taken);
        noteFull(staged, entry, times);
      }
      case SeriesIndex.BAD_NAME -> counts.rejected(RejectReason.NAME, taken);
      case SeriesIndex.METRIC_FULL, SeriesIndex.SHARD_FULL -> {
        counts.rejected(RejectReason.CARDINALITY, taken);
        cardinality.refused(slot, name);
      }
      default -> {} // a slot
    }
    return Math.max(slot, SKIPPED);
  }

  /// Notes that the accepted datapoints of an entry found no memory.
  private void noteFull(StagedBatch staged, int entry, AcceptedTimes times) {
    for (int i = staged.first(entry); i < staged.end(entry); i++) {
      if (times.contains(staged.timestamps[i])) {
        holes.addFull(Bucket.numberOf(staged.timestamps[i]));
      }
    }
  }

  private void storeSeries(StagedBatch staged, int entry, AcceptedTimes times) {
    int slot = staged.slots[entry];
    if (slot == SKIPPED) {
      return;
    }
    deletions.completeFor(slot);
    boolean aggregated = aggregates.concerns(slot);
    for (int i = staged.first(entry); i < staged.end(entry); i++) {
      long timestamp = staged.timestamps[i];
      if (times.contains(timestamp)) {
        storePoint(slot, timestamp, staged.values[i], aggregated);
      }
    }
  }

  private void storePoint(int slot, long timestamp, double value, boolean aggregated) {
    int number = Bucket.numberOf(timestamp);
    Bucket bucket = buckets.forWriting(number);
    if (bucket.covers(offset)) {
      return; // its file was restored and has the datapoint
    }
    if (aggregated) {
      aggregates.beforeAppend(slot, bucket, timestamp);
    }
    boolean appended = bucket.appendPoint(slot, timestamp, value);
    while (!appended && finalizations.awaitOldest()) { // which makes memory free
      appended = bucket.appendPoint(slot, timestamp, value);
    }
    if (appended) {
      index.series().touch(slot, number);
      counts.applied();
      if (aggregated) {
        aggregates.afterAppend(bucket, timestamp, value);
      }
    } else {
      counts.rejected(RejectReason.MEMORY, 1);
      holes.addFull(number);
    }
  }
}
