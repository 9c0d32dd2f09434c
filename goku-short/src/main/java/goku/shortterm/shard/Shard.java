package goku.shortterm.shard;

import goku.format.FormatException;
import goku.format.OtherVersionException;
import goku.format.delete.DeleteReader;
import goku.format.delete.DeleteRecord;
import goku.format.finalize.FinalizeRecord;
import goku.format.snapshot.SnapshotInfo;
import goku.index.SeriesIndex;
import goku.memory.Blocks;
import goku.memory.Reclaimer;
import goku.model.Blocklist;
import goku.model.Holes;
import goku.model.ShardId;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.bucket.Decision;
import goku.shortterm.census.SeriesCensus;
import goku.shortterm.finalization.AscendingOutput;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.FileCoverage;
import goku.shortterm.finalization.Finalizations;
import goku.shortterm.input.AppliedInputs;
import goku.shortterm.log.HeldRecord;
import goku.shortterm.log.LeaderEpochs;
import goku.shortterm.log.LogRange;
import goku.shortterm.log.StartPoint;
import goku.shortterm.node.NodeResources;
import goku.shortterm.preaggregation.PreAggregates;
import goku.shortterm.usage.UsageCounter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A shard in memory (section 4.6.2 of the paper). Applies batches and deletes in the order of
/// their offsets, and drops data older than the memory TTL.
///
/// **Writer:** one thread at a time calls `apply`, `proceed`, `tick` and `close`. Kafka Streams
/// hands the shard over from the restoring thread to the processing one. **Readers:** any thread,
/// through `index` and `buckets`, with a pin of `reclaimer`. **Publication:** a series, by the
/// index's list of new series; a stream, by its entry in the bucket's table; datapoints, by the
/// stream's header; and `appliedOffset` after a whole batch. A delete may continue after its offset
/// is applied. `awaitApplied` waits for its end.
public final class Shard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shard.class);

  private final ShardId id;
  private final ShardClock clock;
  private final ShardView view;
  private final Blocks indexBlocks;
  private final ShardMetrics metrics;
  private final Stall stall;
  private final Finalizations finalizations;
  private final Deletions deletions;
  private final BucketExpiry expiry;
  private final ShardMaintenance maintenance;
  private final BatchStore store;
  private final SeriesCensus census;
  private final StagedBatch staged = new StagedBatch();
  private final AppliedInputs inputs = new AppliedInputs();
  private final Progress progress = new Progress();
  private final Captures captures = new Captures();
  private final ShardHoles holes = new ShardHoles();
  private final LostWindows lostWindows;
  private final GreatestLateness lateness = new GreatestLateness();
  private final UnsavedTimes unsaved = new UnsavedTimes();
  private final HeldTimes held;
  private final LostRecords lost;
  private final CaptureMaker captureMaker;

  /// Set before the index is freed, so that later pins see it.
  private volatile boolean closed;

  /// Creates a shard with a constant memory TTL.
  public Shard(ShardId id, Duration memoryTtl, NodeResources node, BucketOutput output) {
    this(id, () -> memoryTtl, node, output);
  }

  /// @param memoryTtl supplies the current memory TTL
  public Shard(ShardId id, Supplier<Duration> memoryTtl, NodeResources node, BucketOutput output) {
    this.id = id;
    metrics = new ShardMetrics(node.registry(), id);
    stall = new Stall(id, node);
    indexBlocks = Blocks.settled(node.pool(), node.use());
    var reclaimer = new Reclaimer();
    var index = new SeriesIndex(indexBlocks, node.use(), reclaimer, node.limits());
    var buckets = new Buckets(node.pool(), node.use(), reclaimer);
    clock = new ShardClock(memoryTtl, buckets::heldFrom, node.clock());
    var usage = new UsageCounter(id.namespace(), index, buckets, node.clock());
    var ascending = new AscendingOutput(output);
    var aggregates = new PreAggregates(id, index, buckets, reclaimer, node);
    var coverage = new FileCoverage(bucket -> !holes.touch(bucket), output);
    finalizations =
        new Finalizations(
            id, index, buckets, reclaimer, node, ascending, coverage, aggregates::leftOut);
    lostWindows = new LostWindows(holes, buckets, clock, ascending::statesCoverage);
    expiry =
        new BucketExpiry(
            index, buckets, lostWindows, ascending, stall, metrics, node.nanoTime(), aggregates);
    deletions =
        new Deletions(
            index, buckets, finalizations, reclaimer, metrics, node.nanoTime(), aggregates);
    var cardinality = new CardinalityAlarm(id, index, node.limits());
    view = new ShardView(index, buckets, usage, aggregates, reclaimer);
    maintenance =
        new ShardMaintenance(clock, view, holes, expiry, finalizations, deletions, cardinality);
    store = new BatchStore(index, buckets, deletions, metrics, aggregates, unsaved);
    census = new SeriesCensus(index, node.limits(), node.nanoTime());
    held = new HeldTimes(buckets, clock, holes, lateness);
    lost = new LostRecords(id, progress, holes, held, lateness, metrics);
    captureMaker = new CaptureMaker(view, progress, held, holes, inputs, finalizations, unsaved);
    metrics.gauge("goku.short.series", index::size);
    metrics.gauge("goku.short.series.near.limit", cardinality::near);
    metrics.gauge("goku.short.series.beyond.limit", cardinality::beyond);
    metrics.gauge("goku.short.buckets", buckets::count);
    metrics.gauge("goku.short.holes", () -> holes.all().all().size());
    metrics.gauge("goku.short.stalled", () -> stall.isOn() ? 1 : 0);
  }

  /// Stores the datapoints of a batch, starts a delete, or finalizes buckets. Skips a record whose
  /// offset is already applied, the datapoints of a batch that were applied from the same positions
  /// of their inputs, and an unreadable record, which is counted and logged. If there is no space
  /// for a batch, the shard stands still until `proceed` has stored the rest of it. It must not get
  /// another record before.
  ///
  /// @param recordMillis when the record was written to the log
  /// @throws IllegalStateException if another version of Goku wrote the record, which that version
  ///   can read: the shard stops there in its log, so that no record is lost
  public void apply(byte[] record, long offset, long recordMillis) {
    if (stall.isOn()) {
      throw new IllegalStateException("shard %s stands still: call proceed".formatted(id));
    }
    long appliedOffset = progress.applied();
    if (offset <= appliedOffset) {
      metrics.repeated();
      return;
    }
    long start = System.nanoTime();
    long now = clock.wallMillis();
    long written = recordMillis < 0 ? now : recordMillis; // very old topics have none
    if (offset > appliedOffset + 1) {
      lost.before(offset, written);
    }
    clock.advanceTo(Math.min(now, written));
    if (maintenance.isDue(now)) {
      maintenance.run();
    }
    proceed();
    try {
      if (DeleteReader.isDelete(record)) {
        beginDelete(DeleteReader.read(record), offset);
      } else if (FinalizeRecord.isFinalize(record)) {
        beginFinalization(
            FinalizeRecord.read(record), new Decision(progress.log(), offset, written));
      } else {
        metrics.skipped(staged.read(record, inputs));
        AcceptedTimes times = AcceptedTimes.at(oldestAccepted(), written);
        if (!store.storeBatch(record, staged, times, offset)) {
          stall.begin(new HeldRecord(record, offset, written));
          return;
        }
        inputs.add(staged.inputs());
      }
    } catch (OtherVersionException e) {
      throw new IllegalStateException(
          ("shard %s stops before offset %d, which another version of Goku has written: nothing"
                  + " is lost, and it goes on once this node is of that version (%s)")
              .formatted(id, offset, e.getMessage()),
          e);
    } catch (FormatException e) {
      metrics.corrupt();
      LOG.error("record unreadable, skipped shard={} offset={}", id, offset, e);
    }
    advance(record, offset, written);
    metrics.applyTime().record(Duration.ofNanos(System.nanoTime() - start));
  }

  /// Continues a long delete, and a batch for which there was no space. Called as often as there is
  /// time.
  public void proceed() {
    HeldRecord stalled = stall.due();
    if (stalled != null) {
      resume(stalled);
    }
    if (deletions.areUnderWay()) {
      deletions.proceed();
      progress.settle(!deletions.areUnderWay());
    }
    if (captures.areWanted() && hasDeferredDeletes()) {
      captures.refuse();
    }
    if (captures.areWanted() && !deletions.areUnderWay()) {
      captures.serve(this::capture);
    }
    view.preAggregates().proceed();
  }

  private void resume(HeldRecord batch) {
    maintenance.run(); // may free memory
    AcceptedTimes times = AcceptedTimes.at(oldestAccepted(), batch.millis());
    if (store.resume(batch.bytes(), staged, times)) {
      stall.end();
      inputs.add(staged.inputs());
      advance(batch.bytes(), batch.offset(), batch.millis());
    }
  }

  /// Returns whether it stands still before a batch for which there is no space. Any thread.
  public boolean isStalled() {
    return stall.isOn();
  }

  /// Drops expired data and tidies the index. Called about every second, with or without
  /// datapoints. When the shard last had all of its log, it had applied all records written before.
  /// Windows that had expired by then get no more datapoints.
  ///
  /// @param lagMillis how long ago the shard had all of its log
  public void tick(long lagMillis) {
    clock.advanceTo(clock.wallMillis() - lagMillis);
    maintenance.run();
  }

  /// Does the work of `tick` before the shard first has all of its log. The clock stays at the time
  /// of the last record, because the missing records may be expired by the wall clock.
  public void tickBehind() {
    maintenance.run();
  }

  public ShardId id() {
    return id;
  }

  /// Returns the time for which it keeps datapoints.
  public Duration memoryTtl() {
    return clock.memoryTtl();
  }

  /// Returns the first millisecond of which it has dropped nothing; the smallest long if it has
  /// everything since its log began. Any thread.
  public long heldFromMillis() {
    return held.fromMillis();
  }

  /// Returns the begin of the first window that it can have, if it has dropped none since its log
  /// began; the smallest long if it has. Any thread.
  public long beganMillis() {
    return held.beganMillis();
  }

  /// Returns the first millisecond of which the tiers may lack datapoints or deletes that the shard
  /// has applied, or that are in the rest of its log; the largest long if its datapoints do not
  /// belong into the tiers. Any thread.
  public long pendingFromMillis() {
    return held.pendingFromMillis(expiry.pendingFrom());
  }

  /// Returns whether its datapoints belong into the tiers of GokuL too. Any thread.
  public boolean feedsTiers() {
    return finalizations.wantAll();
  }

  /// Returns the epochs of the log's records, to which its consumers add. Any thread.
  public LeaderEpochs epochs() {
    return progress.epochs();
  }

  /// Returns the offset of the last applied record; -1 before the first.
  public long appliedOffset() {
    return progress.applied();
  }

  /// Waits until later pins see the log up to the offset, inclusive. Returns false if the time is
  /// up or the shard is closed before. Any thread.
  public boolean awaitApplied(long offset, Duration timeout) throws InterruptedException {
    return progress.await(offset, timeout);
  }

  /// Returns the shard's problem; empty if there is none.
  public Optional<String> complaint() {
    return stall.complaint().or(finalizations::complaint);
  }

  /// Requests a capture by the writer. The reader of its result holds a pin from before this call.
  /// Cancelled when the shard closes. Any thread.
  public Future<ShardCapture> requestCapture() {
    return captures.request();
  }

  /// Finishes the deletes in progress. Writer only.
  public void finishDeletes() {
    deletions.finish();
    progress.settle(true);
  }

  /// Returns a capture after all deletes in progress are finished. Writer only.
  public ShardCapture capture() {
    finishDeletes();
    return captureMaker.capture();
  }

  /// Notes that the snapshot of a capture is on the disk. Any thread.
  ///
  /// @param offset the offset of the capture
  public void saved(long offset) {
    unsaved.saved(offset);
  }

  /// Returns the begin of the oldest window with a datapoint that this shard has applied and no
  /// snapshot has, in epoch millis; the largest long if there is none. Any thread.
  public long oldestUnsavedMillis() {
    return unsaved.oldestMillis();
  }

  /// Returns whether a part of a delete waits for the repair of a file, or for a file that could
  /// not be written yet. A snapshot would lose it.
  public boolean hasDeferredDeletes() {
    return view.buckets().all().stream()
        .anyMatch(bucket -> bucket.defersDeletes() || bucket.hidesSeries());
  }

  /// Returns whether the bucket with this start is expired for a shard that has all of its log.
  public boolean isExpired(long bucketStartMillis) {
    return clock.isExpired(bucketStartMillis);
  }

  /// Sets the supplier of the namespace's current backfill, which changes while the shard is open.
  public void followBackfill(Supplier<Duration> backfill) {
    lateness.follow(backfill);
  }

  /// Takes over the state of a snapshot before its content is loaded: what the shard lacks, and the
  /// first window that it kept. Writer only.
  ///
  /// @param lateness the distance between the time of a record and those of its datapoints
  public void begin(
      Optional<SnapshotInfo> snapshot, StartPoint start, StartPoint.Lateness lateness) {
    this.lateness.begin(lateness);
    holes.add(start.holes());
    snapshot
        .flatMap(SnapshotInfo::state)
        .ifPresent(
            state -> {
              holes.add(state.holes());
              held.begin(state);
            });
    if (snapshot.isPresent() && !start.isRepeating()) {
      snapshot.get().state().ifPresent(state -> inputs.restore(state.inputs()));
    }
    if (!holes.all().isEmpty()) {
      LOG.warn(
          "shard lacks datapoints shard={} holes={}: answers about these times are marked, until"
              + " another replica's snapshot has them or they leave the memory",
          id,
          holes.all());
    }
  }

  /// Records the offsets of the log. If the log has lost all records that were not applied, no
  /// later record shows the gap: it is reported now. Writer only.
  ///
  /// @param latestMillis the latest time that it can be
  public void logSeen(LogRange log, long latestMillis) {
    progress.seen(log);
    if (!stall.isOn() && log.isEmpty() && log.start() > progress.applied() + 1) {
      deletions.finish();
      lost.before(log.start(), latestMillis);
      progress.skipTo(log.start() - 1);
    }
  }

  /// Takes over the position in the log after the restore of the files, before the first record is
  /// applied. Records that the log has lost are counted and logged. Writer only.
  ///
  /// @param gone the generations of the files that are gone, by the numbers of their buckets
  public void restored(
      Optional<SnapshotInfo> snapshot, StartPoint start, SortedMap<Integer, Integer> gone) {
    held.restored(snapshot, gone);
    long recordMillis = snapshot.map(SnapshotInfo::recordMillis).orElse(0L);
    progress.begin(start, recordMillis, snapshot.filter(_ -> !start.isOtherLog()));
    lost.before(start);
    held.giveHolesABegin();
    finalizations.resume();
  }

  /// Returns the times for which the shard lacks datapoints. Any thread.
  public Holes holes() {
    return holes.all();
  }

  /// Returns the windows that are due for finalization, see `DueWindows`. Writer only.
  public SortedSet<Long> dueWindows(long beforeMillis, boolean evenEmpty) {
    return new DueWindows(view.buckets().all(), clock.oldest(), lostWindows)
        .ends(beforeMillis, evenEmpty);
  }

  /// Returns the hashes of blocked metrics with series in the windows of a decision. Writer only.
  public List<Long> blockedMetrics(Blocklist blocklist, long throughMillis) {
    return new BlockedMetrics(view.index(), view.buckets().all(), metrics::deferred)
        .hashes(blocklist, throughMillis);
  }

  /// Returns when the last applied record was written to the log, in epoch millis; 0 before the
  /// first. Any thread.
  public long appliedMillis() {
    return progress.recordMillis();
  }

  /// Returns the pre-aggregated metrics.
  public PreAggregates preAggregates() {
    return view.preAggregates();
  }

  public SeriesIndex index() {
    return view.index();
  }

  public Buckets buckets() {
    return view.buckets();
  }

  /// Returns the numbers of series for ingestors. Any thread with a pin.
  public SeriesCensus census() {
    return census;
  }

  /// Returns the usage by metrics. Any thread with a pin.
  public UsageCounter usage() {
    return view.usage();
  }

  public Reclaimer reclaimer() {
    return view.reclaimer();
  }

  /// Returns whether the index is freed. Readers check it after pinning.
  public boolean isClosed() {
    return closed;
  }

  /// Frees all memory after the last reader.
  @Override
  public void close() {
    closed = true;
    captures.close();
    progress.close();
    metrics.close();
    finalizations.close();
    view.preAggregates().close();
    view.buckets().close();
    view.reclaimer()
        .retire(
            () -> {
              view.index().close();
              indexBlocks.close();
            });
    view.reclaimer().leaveToReaders();
  }

  private void advance(byte[] record, long offset, long writtenMillis) {
    progress.advance(record, offset, writtenMillis, !deletions.areUnderWay());
  }

  /// Returns the number of the first bucket that accepts datapoints. All do if the tiers want them:
  /// an ingestor has accepted them, because `memory-ttl` was longer, or because another replica
  /// keeps the window. A file that cannot state that it is an addition would replace the one that
  /// has the window.
  private int oldestAccepted() {
    if (!feedsTiers()) {
      return clock.oldest();
    }
    return finalizations.stateCoverage() ? Integer.MIN_VALUE : view.buckets().wholeFrom();
  }

  private void beginDelete(DeleteRecord delete, long offset) {
    deletions.finish();
    progress.settle(true);
    deletions.begin(delete, offset);
  }

  /// Begins to finalize buckets. An unfinished delete comes earlier in the log, so it is finished
  /// first.
  private void beginFinalization(FinalizeRecord decision, Decision at) {
    deletions.finish();
    int[] lost = lostWindows.nextBefore(Bucket.numberOf(decision.throughMillis()));
    finalizations.begin(decision, at, clock.oldest(), lost);
  }
}
