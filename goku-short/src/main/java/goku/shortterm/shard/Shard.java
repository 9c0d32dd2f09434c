package goku.shortterm.shard;

import goku.format.FormatException;
import goku.format.OtherVersionException;
import goku.format.delete.DeleteReader;
import goku.format.delete.DeleteRecord;
import goku.format.finalize.FinalizeRecord;
import goku.index.SeriesIndex;
import goku.memory.Blocks;
import goku.memory.Reclaimer;
import goku.model.Blocklist;
import goku.model.ShardId;
import goku.model.Tier;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.finalization.AscendingOutput;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.Finalizations;
import goku.shortterm.node.NodeResources;
import goku.shortterm.preaggregation.PreAggregates;
import goku.shortterm.usage.UsageCounter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One shard in memory (section 4.6.2 of the paper): takes batches and deletes in the order of
/// their offsets, drops what is older than the memory TTL.
///
/// **Who writes:** one thread at a time calls `apply`, `proceed`, `tick` and `close`; Kafka Streams
/// hands the shard from the thread that restores to the one that processes. **Who reads:** any
/// thread, through `index` and `buckets`, holding a pin of `reclaimer`. **What publishes:** a
/// series, the list of new series of the index; a stream, its entry in the bucket's table;
/// datapoints, the stream's header; and `appliedOffset` after all of a batch. A delete may go on
/// after its offset is applied; who wants to see it done calls `awaitApplied`.
public final class Shard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shard.class);
  private static final long TICK_MILLIS = 1000;

  private final ShardId id;
  private final Supplier<Duration> memoryTtl;
  private final InstantSource clock;
  private final ShardMetrics metrics;
  private final MemoryAlarm alarm;
  private final CardinalityAlarm cardinality;
  private final Reclaimer reclaimer = new Reclaimer();
  private final Blocks indexBlocks;
  private final SeriesIndex index;
  private final Buckets buckets;
  private final UsageCounter usage;
  private final BucketExpiry expiry;
  private final Finalizations finalizations;
  private final Deletions deletions;
  private final BatchStore store;
  private final StagedBatch staged = new StagedBatch();
  private final Progress progress = new Progress();
  private final PreAggregates aggregates;

  private final Captures captures = new Captures();
  private long nextTickMillis = Long.MIN_VALUE;

  /// Where it is in time, in milliseconds since the epoch: as far as its log while it is behind, so
  /// that a replay, however late, takes what was taken the first time. Never goes back.
  private volatile long time;

  /// Of the first bucket that is kept, as of the last look. Never goes back, also when the memory
  /// TTL grows: what was dropped once does not come again, and a window of which some datapoints
  /// came late would take the place of the file that has all.
  private volatile int oldest = Integer.MIN_VALUE;

  /// Set before the index is given back: who pins later sees it.
  private volatile boolean closed;

  /// A shard that keeps datapoints for ever as long.
  public Shard(ShardId id, Duration memoryTtl, NodeResources node, BucketOutput output) {
    this(id, () -> memoryTtl, node, output);
  }

  /// @param memoryTtl for how long it keeps datapoints at present
  public Shard(ShardId id, Supplier<Duration> memoryTtl, NodeResources node, BucketOutput output) {
    this.id = id;
    this.memoryTtl = memoryTtl;
    this.clock = node.clock();
    metrics = new ShardMetrics(node.registry(), id);
    alarm = new MemoryAlarm(id, node.pool(), node.use());
    indexBlocks = new Blocks(node.pool(), node.use());
    index = new SeriesIndex(indexBlocks, node.use(), reclaimer, node.limits());
    buckets = new Buckets(node.pool(), node.use(), reclaimer);
    usage = new UsageCounter(id.namespace(), index, buckets, node.clock());
    var ascending = new AscendingOutput(output);
    aggregates = new PreAggregates(id, index, buckets, reclaimer, node);
    finalizations =
        new Finalizations(id, index, buckets, reclaimer, node, ascending, aggregates::leftOut);
    expiry = new BucketExpiry(index, buckets, ascending, metrics, node.nanoTime(), aggregates);
    deletions =
        new Deletions(
            index, buckets, finalizations, reclaimer, metrics, node.nanoTime(), aggregates);
    cardinality = new CardinalityAlarm(id, index, node.limits(), node.clock());
    store =
        new BatchStore(
            index, buckets, deletions, finalizations, metrics, alarm, cardinality, aggregates);
    metrics.gauge("goku.short.series", index::size);
    metrics.gauge("goku.short.buckets", buckets::count);
  }

  /// Stores the datapoints of a batch, begins to delete what a delete names, or to finalize
  /// buckets. A record whose offset is applied already is passed over, and so is, counted and
  /// logged, one that cannot be read.
  ///
  /// @param recordMillis when the record was written to the log
  /// @throws IllegalStateException when another version of Goku wrote the record, which that
  ///   version can read: the shard stays where it is in its log, so that nothing of it is lost
  public void apply(byte[] record, long offset, long recordMillis) {
    long appliedOffset = progress.applied();
    if (offset <= appliedOffset) {
      metrics.repeated();
      return;
    }
    long start = System.nanoTime();
    if (appliedOffset >= 0 && offset > appliedOffset + 1) {
      noteGap(offset);
    }
    long now = clock.millis();
    long written = recordMillis < 0 ? now : recordMillis; // very old topics have none
    advanceTo(Math.min(now, written));
    if (now >= nextTickMillis) {
      tickBehind();
    }
    proceed();
    try {
      if (DeleteReader.isDelete(record)) {
        begin(DeleteReader.read(record));
      } else if (FinalizeRecord.isFinalize(record)) {
        finalizeBuckets(FinalizeRecord.read(record));
      } else {
        staged.read(record);
        store.store(record, staged, AcceptedTimes.at(oldest(), written));
      }
    } catch (OtherVersionException e) {
      throw new IllegalStateException(
          ("shard %s stops before offset %d, which another version of Goku has written: nothing"
                  + " is lost, and it goes on once this node is of that version (%s)")
              .formatted(id, offset, e.getMessage()),
          e);
    } catch (FormatException e) {
      metrics.corrupt();
      LOG.error("shard {}: record at offset {} cannot be read and is left out", id, offset, e);
    }
    progress.advance(offset, written, !deletions.areUnderWay());
    metrics.applyTime().record(Duration.ofNanos(System.nanoTime() - start));
  }

  /// Goes on with a delete that takes longer. Called as often as there is time.
  public void proceed() {
    if (deletions.areUnderWay()) {
      deletions.proceed();
      progress.settle(!deletions.areUnderWay());
    }
    if (captures.areWanted() && !deletions.areUnderWay()) {
      captures.serve(this::capture);
    }
    aggregates.proceed();
  }

  /// Drops what has expired and tidies the index; called every second or so, with or without
  /// datapoints, while it has all of its log.
  public void tick() {
    advanceTo(clock.millis());
    tickBehind();
  }

  /// The same while it lacks some of its log, which may be older than what has expired by now.
  public void tickBehind() {
    nextTickMillis = clock.millis() + TICK_MILLIS;
    oldest = oldest();
    if (!deletions.areUnderWay()) {
      expiry.run(oldest()); // a slot that a delete has yet to visit must not get another series
      finalizations.collect(); // nor are streams to be written that a delete changes
    }
    index.settle();
    aggregates.review();
    reclaimer.collect();
    alarm.review();
    cardinality.review();
  }

  public ShardId id() {
    return id;
  }

  /// For how long it keeps datapoints.
  public Duration memoryTtl() {
    return memoryTtl.get();
  }

  /// The first millisecond that it keeps when it does not keep all of its time yet, because that
  /// has grown and what is older was dropped before; else the smallest long. Any thread.
  public long growsFromMillis() {
    int first = oldest;
    return first > wantedOldest() ? first * Tier.MEMORY_BUCKET.toMillis() : Long.MIN_VALUE;
  }

  /// The offset of the last record that was applied; -1 before the first.
  public long appliedOffset() {
    return progress.applied();
  }

  /// Waits until all of the log up to the offset, inclusive, can be seen by whoever takes a pin
  /// afterwards. False when the time was up before that, or the shard was closed. Any thread.
  public boolean awaitApplied(long offset, Duration timeout) throws InterruptedException {
    return progress.await(offset, timeout);
  }

  /// What is wrong with the shard; empty when nothing is.
  public Optional<String> complaint() {
    return alarm.isOn() ? Optional.of(alarm.reason()) : finalizations.complaint();
  }

  /// The shard as it is when the writer comes by next. Whoever reads it holds a pin from before
  /// this call. Cancelled when the shard closes. Any thread.
  public Future<ShardCapture> requestCapture() {
    return captures.request();
  }

  /// The shard as it is, after all that it has begun to delete is deleted. Writer only.
  public ShardCapture capture() {
    deletions.finish();
    progress.settle(true);
    int slotLimit = index.slotLimit();
    List<ShardCapture.CapturedBucket> captured =
        buckets.all().stream()
            .map(bucket -> ShardCapture.CapturedBucket.of(bucket, index))
            .toList();
    return new ShardCapture(progress.applied(), progress.recordMillis(), slotLimit, captured);
  }

  /// Whether the bucket that begins then is older than what the shard keeps once it has all of its
  /// log.
  public boolean isExpired(long bucketStartMillis) {
    return Bucket.numberOf(bucketStartMillis) < oldestAt(clock.millis());
  }

  /// Takes over what a snapshot says of the log, before the first record is applied: the shard has
  /// been filled with its content. Writer only.
  public void restored(long offset, long recordMillis) {
    progress.advance(offset, recordMillis, true);
    finalizations.resume();
  }

  /// Told after `restored` where the log begins: what it does not have any more is counted, logged
  /// and passed over. Writer only.
  public void logBegins(long offset) {
    if (offset > progress.applied() + 1) {
      noteGap(offset);
      progress.advance(offset - 1, progress.recordMillis(), true);
    }
  }

  /// Counts datapoints that could not be brought back for want of memory. Writer only.
  public void refuseForMemory(int datapoints) {
    metrics.refused(RejectReason.MEMORY, datapoints);
    alarm.refused();
  }

  /// The windows that are to be finalized, see `DueWindows`. Writer only.
  public SortedSet<Long> dueWindows(long beforeMillis, boolean evenEmpty) {
    return new DueWindows(buckets.all(), oldest()).ends(beforeMillis, evenEmpty);
  }

  /// The hashes of metrics that are blocked and have series in what a decision would finalize.
  /// Writer only.
  public List<Long> blockedMetrics(Blocklist blocklist, long throughMillis) {
    return new BlockedMetrics(index, buckets.all(), metrics::deferred)
        .hashes(blocklist, throughMillis);
  }

  /// When the last record that was applied was written to the log, in milliseconds since the epoch;
  /// 0 before the first. Any thread.
  public long appliedMillis() {
    return progress.recordMillis();
  }

  /// What is aggregated while it is written.
  public PreAggregates preAggregates() {
    return aggregates;
  }

  public SeriesIndex index() {
    return index;
  }

  public Buckets buckets() {
    return buckets;
  }

  /// Who writes to it, for those who hold a pin. Any thread.
  public UsageCounter usage() {
    return usage;
  }

  public Reclaimer reclaimer() {
    return reclaimer;
  }

  /// Whether the index is gone. A reader asks after it took its pin.
  public boolean isClosed() {
    return closed;
  }

  /// Gives all memory back, as soon as the last reader has gone.
  @Override
  public void close() {
    closed = true;
    captures.close();
    progress.close();
    metrics.close();
    finalizations.close();
    aggregates.close();
    buckets.dropBefore(Integer.MAX_VALUE);
    reclaimer.retire(
        () -> {
          index.close();
          indexBlocks.close();
        });
    reclaimer.leaveToReaders();
  }

  private void begin(DeleteRecord delete) {
    deletions.finish();
    progress.settle(true);
    deletions.begin(delete);
  }

  /// A delete comes before it in the log, so it is finished first.
  private void finalizeBuckets(FinalizeRecord decision) {
    deletions.finish();
    finalizations.begin(decision, oldest());
  }

  /// The number of the first bucket that is not older than what the shard keeps.
  private int oldest() {
    return Math.max(oldest, wantedOldest());
  }

  private int wantedOldest() {
    return oldestAt(time);
  }

  private int oldestAt(long millis) {
    return Bucket.numberOf(millis - memoryTtl.get().toMillis());
  }

  private void advanceTo(long millis) {
    if (millis > time) {
      time = millis;
    }
  }

  private void noteGap(long offset) {
    long missing = offset - progress.applied() - 1;
    metrics.missing(missing);
    LOG.error(
        "shard {}: the topic has no records from offset {} to {}; what they held is lost here. Its"
            + " retention must be longer than the time between two snapshots and the longest time"
            + " that a node is away",
        id,
        offset - missing,
        offset - 1);
  }
}
