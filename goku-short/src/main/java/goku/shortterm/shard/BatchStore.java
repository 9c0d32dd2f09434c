package goku.shortterm.shard;

import goku.format.batch.HistogramPosition;
import goku.index.SeriesIndex;
import goku.model.ValueType;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
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

  /// A series that finds no space.
  private static final int NO_SPACE = SeriesIndex.NO_MEMORY;

  private final SeriesIndex index;
  private final Buckets buckets;
  private final ShardMetrics metrics;
  private final Deletions deletions;
  private final PreAggregates aggregates;
  private final UnsavedTimes unsaved;
  private final BatchCounts counts = new BatchCounts();

  /// The offset of the batch that is being stored.
  private long offset;

  /// The next entry of the batch, and its next datapoint.
  private int nextEntry;

  private int nextPoint;

  // the tags in the batch whose fingerprint is known
  private int printedTags;
  private long tagsPrint;

  BatchStore(
      SeriesIndex index,
      Buckets buckets,
      Deletions deletions,
      ShardMetrics metrics,
      PreAggregates aggregates,
      UnsavedTimes unsaved) {
    this.deletions = deletions;
    this.index = index;
    this.buckets = buckets;
    this.metrics = metrics;
    this.aggregates = aggregates;
    this.unsaved = unsaved;
  }

  /// Stores the datapoints of a batch that was read without an error. Returns false if there is no
  /// space for the rest of it: then `resume` goes on with that.
  ///
  /// @param offset the offset of the batch in the log
  boolean storeBatch(byte[] batch, StagedBatch staged, AcceptedTimes times, long offset) {
    this.offset = offset;
    nextEntry = 0;
    nextPoint = 0;
    return resume(batch, staged, times);
  }

  /// Stores the rest of the batch. Returns false if there is no space for it yet.
  boolean resume(byte[] batch, StagedBatch staged, AcceptedTimes times) {
    printedTags = -1;
    boolean complete = true;
    while (complete && nextEntry < staged.entries) {
      complete = storeGroup(batch, staged, times);
    }
    counts.report(metrics);
    return complete;
  }

  private boolean storeGroup(byte[] batch, StagedBatch staged, AcceptedTimes times) {
    int to = Math.min(nextEntry + GROUP, staged.entries);
    for (int entry = nextEntry; entry < to; entry++) {
      staged.slots[entry] = slotOf(batch, staged, entry, times);
      if (staged.slots[entry] == NO_SPACE) {
        to = entry + 1;
      }
    }
    while (nextEntry < to) {
      if (!storeSeries(staged, nextEntry, times)) {
        return false;
      }
      nextEntry++;
    }
    return true;
  }

  /// Returns the slot of an entry's series, after creating it if necessary; `SKIPPED` if none of
  /// its datapoints is accepted, `NO_SPACE` if there is none for the series, and `BAD_NAME` if the
  /// index refuses it. Counts nothing: an entry may be looked up again.
  private int slotOf(byte[] batch, StagedBatch staged, int entry, AcceptedTimes times) {
    boolean any = false;
    for (int i = staged.first(entry); i < staged.end(entry); i++) {
      any |= times.contains(staged.timestamps[i]);
    }
    if (!any) {
      return SKIPPED;
    }
    int slot = findSeries(batch, staged, entry);
    return slot == SeriesIndex.NONE ? addSeries(batch, staged, entry) : slot;
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

  private int addSeries(byte[] batch, StagedBatch staged, int entry) {
    byte[] name = staged.name(batch, entry);
    int slot = index.add(staged.hashes[entry], name, 0, name.length);
    if (slot >= 0) {
      aggregates.added(slot);
    }
    return slot;
  }

  /// Stores the rest of an entry's datapoints. Returns false if there is no space for it.
  private boolean storeSeries(StagedBatch staged, int entry, AcceptedTimes times) {
    int slot = staged.slots[entry];
    if (slot == NO_SPACE) {
      return false;
    }
    if (slot >= 0) {
      deletions.completeFor(slot);
    }
    boolean aggregated = slot >= 0 && aggregates.concerns(slot);
    while (nextPoint < staged.end(entry)) {
      long timestamp = staged.timestamps[nextPoint];
      if (!times.contains(timestamp)) {
        boolean early = timestamp < times.firstMillis();
        counts.rejected(early ? RejectReason.EXPIRED : RejectReason.FUTURE);
      } else if (slot < 0) {
        counts.rejected(RejectReason.NAME);
      } else if (!storePoint(slot, timestamp, staged, entry, aggregated)) {
        return false;
      }
      nextPoint++;
    }
    return true;
  }

  private boolean storePoint(
      int slot, long timestamp, StagedBatch staged, int entry, boolean aggregated) {
    int number = Bucket.numberOf(timestamp);
    Bucket bucket = buckets.forWriting(number);
    if (bucket.covers(offset)) {
      return true; // its file was restored and has the datapoint
    }
    if (aggregated) {
      aggregates.beforeAppend(slot, bucket, timestamp);
    }
    double word = staged.values[nextPoint];
    ValueType type = staged.type(entry);
    boolean appended =
        type == ValueType.HISTOGRAMS
            ? bucket.appendHistogram(
                slot,
                timestamp,
                staged.bytes(),
                HistogramPosition.offset(word),
                HistogramPosition.length(word))
            : bucket.appendPoint(slot, timestamp, word, type);
    if (!appended) {
      return false;
    }
    index.series().touch(slot, number);
    unsaved.stored(number);
    counts.applied();
    if (aggregated) {
      aggregates.afterAppend(bucket, timestamp, type.value(word));
    }
    return true;
  }
}
