package goku.shortterm.shard;

import goku.format.FormatException;
import goku.format.delete.DeleteReader;
import goku.format.delete.DeleteRecord;
import goku.index.IndexLimits;
import goku.index.SeriesIndex;
import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.memory.SlabPool;
import goku.model.ShardId;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
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
  private final Duration memoryTtl;
  private final InstantSource clock;
  private final ShardMetrics metrics;
  private final MemoryAlarm alarm;
  private final CardinalityAlarm cardinality;
  private final Reclaimer reclaimer = new Reclaimer();
  private final Blocks indexBlocks;
  private final SeriesIndex index;
  private final Buckets buckets;
  private final Expiry expiry;
  private final Deletions deletions;
  private final BatchStore store;
  private final StagedBatch staged = new StagedBatch();
  private final Progress progress = new Progress();
  private long nextTickMillis = Long.MIN_VALUE;

  /// Set before the index is given back: who pins later sees it.
  private volatile boolean closed;

  /// A shard without limits. The pool and the counters of memory are the node's.
  public Shard(
      ShardId id,
      Duration memoryTtl,
      SlabPool pool,
      MemoryUse use,
      InstantSource clock,
      MeterRegistry registry) {
    this(id, memoryTtl, IndexLimits.NONE, pool, use, clock, registry, System::nanoTime);
  }

  public Shard(
      ShardId id,
      Duration memoryTtl,
      IndexLimits limits,
      SlabPool pool,
      MemoryUse use,
      InstantSource clock,
      MeterRegistry registry) {
    this(id, memoryTtl, limits, pool, use, clock, registry, System::nanoTime);
  }

  /// @param nanoTime cuts the work of deletes into slices
  Shard(
      ShardId id,
      Duration memoryTtl,
      IndexLimits limits,
      SlabPool pool,
      MemoryUse use,
      InstantSource clock,
      MeterRegistry registry,
      LongSupplier nanoTime) {
    this.id = id;
    this.memoryTtl = memoryTtl;
    this.clock = clock;
    metrics = new ShardMetrics(registry, id);
    alarm = new MemoryAlarm(id, pool, use);
    indexBlocks = new Blocks(pool, use);
    index = new SeriesIndex(indexBlocks, use, reclaimer, limits);
    buckets = new Buckets(pool, use, reclaimer);
    expiry = new Expiry(memoryTtl, index, buckets, metrics);
    deletions = new Deletions(index, buckets, reclaimer, metrics, nanoTime);
    cardinality = new CardinalityAlarm(id, index, limits, clock);
    store = new BatchStore(index, buckets, deletions, metrics, alarm, cardinality);
    metrics.gauge("goku.short.series", index::size);
    metrics.gauge("goku.short.buckets", buckets::count);
  }

  /// Stores the datapoints of a batch, or begins to delete what a delete names. A record whose
  /// offset is applied already is passed over, and so is, counted and logged, one that cannot be
  /// read.
  public void apply(byte[] record, long offset) {
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
    if (now >= nextTickMillis) {
      tick();
    }
    proceed();
    try {
      if (DeleteReader.isDelete(record)) {
        begin(DeleteReader.read(record));
      } else {
        staged.read(record);
        store.store(record, staged, AcceptedTimes.at(now, memoryTtl));
      }
    } catch (FormatException e) {
      metrics.corrupt();
      LOG.error("shard {}: record at offset {} cannot be read and is left out", id, offset, e);
    }
    progress.advance(offset, !deletions.areUnderWay());
    metrics.applyTime().record(Duration.ofNanos(System.nanoTime() - start));
  }

  /// Goes on with a delete that takes longer. Called as often as there is time.
  public void proceed() {
    if (deletions.areUnderWay()) {
      deletions.proceed();
      progress.advance(progress.applied(), !deletions.areUnderWay());
    }
  }

  /// Drops what has expired and tidies the index; called every second or so, with or without
  /// datapoints.
  public void tick() {
    long now = clock.millis();
    nextTickMillis = now + TICK_MILLIS;
    if (!deletions.areUnderWay()) {
      expiry.run(now); // a slot that a delete has yet to visit must not get another series
    }
    index.settle();
    reclaimer.collect();
    alarm.review();
    cardinality.review();
  }

  public ShardId id() {
    return id;
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

  /// Why datapoints are refused that should not be; empty when none are.
  public Optional<String> complaint() {
    return alarm.isOn() ? Optional.of(alarm.reason()) : Optional.empty();
  }

  public SeriesIndex index() {
    return index;
  }

  public Buckets buckets() {
    return buckets;
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
    progress.close();
    metrics.close();
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
    progress.advance(progress.applied(), true);
    deletions.begin(delete);
  }

  private void noteGap(long offset) {
    long missing = offset - progress.applied() - 1;
    metrics.missing(missing);
    LOG.warn("shard {}: {} offsets before {} are missing in the topic", id, missing, offset);
  }
}
