package goku.shortterm.shard;

import goku.format.FormatException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One shard in memory (section 4.6.2 of the paper): takes batches in the order of their offsets,
/// drops what is older than the memory TTL.
///
/// **Who writes:** one thread at a time calls `apply`, `tick` and `close`; Kafka Streams hands the
/// shard from the thread that restores to the one that processes. **Who reads:** any thread,
/// through `index` and `buckets`, holding a pin of `reclaimer`. **What publishes:** a series, the
/// list of new series of the index; a stream, its entry in the bucket's table; datapoints, the
/// stream's header; and `appliedOffset` after all of a batch.
public final class Shard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shard.class);
  private static final long TICK_MILLIS = 1000;

  private final ShardId id;
  private final Duration memoryTtl;
  private final InstantSource clock;
  private final ShardMetrics metrics;
  private final MemoryAlarm alarm;
  private final Reclaimer reclaimer = new Reclaimer();
  private final Blocks indexBlocks;
  private final SeriesIndex index;
  private final Buckets buckets;
  private final Expiry expiry;
  private final BatchStore store;
  private final StagedBatch staged = new StagedBatch();
  private long nextTickMillis = Long.MIN_VALUE;

  /// Set before the index is given back: who pins later sees it.
  private volatile boolean closed;

  /// Written by the writer after the batch is stored.
  private volatile long appliedOffset = -1;

  /// The pool and the counters of memory are the node's.
  public Shard(
      ShardId id,
      Duration memoryTtl,
      SlabPool pool,
      MemoryUse use,
      InstantSource clock,
      MeterRegistry registry) {
    this.id = id;
    this.memoryTtl = memoryTtl;
    this.clock = clock;
    metrics = new ShardMetrics(registry, id);
    alarm = new MemoryAlarm(id, pool, use);
    indexBlocks = new Blocks(pool, use);
    index = new SeriesIndex(indexBlocks, use, reclaimer);
    buckets = new Buckets(pool, use, reclaimer);
    expiry = new Expiry(memoryTtl, index, buckets, metrics);
    store = new BatchStore(index, buckets, metrics, alarm);
    metrics.gauge("goku.short.series", index::size);
    metrics.gauge("goku.short.buckets", buckets::count);
  }

  /// Stores the datapoints of a batch. A batch whose offset is applied already is passed over, and
  /// so is, counted and logged, one that cannot be read.
  public void apply(byte[] batch, long offset) {
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
    try {
      staged.read(batch);
      store.store(batch, staged, AcceptedTimes.at(now, memoryTtl));
    } catch (FormatException e) {
      metrics.corrupt();
      LOG.error("shard {}: batch at offset {} cannot be read and is left out", id, offset, e);
    }
    appliedOffset = offset;
    metrics.applyTime().record(Duration.ofNanos(System.nanoTime() - start));
  }

  /// Drops what has expired and tidies the index; called every second or so, with or without
  /// datapoints.
  public void tick() {
    long now = clock.millis();
    nextTickMillis = now + TICK_MILLIS;
    expiry.run(now);
    index.settle();
    reclaimer.collect();
    alarm.review();
  }

  public ShardId id() {
    return id;
  }

  /// The offset of the last batch that is stored; -1 before the first.
  public long appliedOffset() {
    return appliedOffset;
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
    metrics.close();
    buckets.dropBefore(Integer.MAX_VALUE);
    reclaimer.retire(
        () -> {
          index.close();
          indexBlocks.close();
        });
    reclaimer.leaveToReaders();
  }

  private void noteGap(long offset) {
    long missing = offset - appliedOffset - 1;
    metrics.missing(missing);
    LOG.warn("shard {}: {} offsets before {} are missing in the topic", id, missing, offset);
  }
}
