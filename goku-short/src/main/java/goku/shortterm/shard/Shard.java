package goku.shortterm.shard;

import goku.format.FormatException;
import goku.format.OtherVersionException;
import goku.format.delete.DeleteReader;
import goku.format.delete.DeleteRecord;
import goku.format.finalize.FinalizeRecord;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotState;
import goku.index.SeriesIndex;
import goku.memory.Blocks;
import goku.memory.Reclaimer;
import goku.model.Blocklist;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Tier;
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
import java.util.SortedSet;
import java.util.UUID;
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

  /// The most by which the clock is believed to be behind a record.
  private static final Duration FARTHEST_BEHIND = Duration.ofDays(1);

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
    store = new BatchStore(index, buckets, deletions, metrics, aggregates);
    census = new SeriesCensus(index, node.limits(), node.nanoTime());
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
      noteGap(offset, written);
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
    int first = view.buckets().heldFrom();
    return first == Integer.MIN_VALUE ? Long.MIN_VALUE : first * Tier.MEMORY_BUCKET.toMillis();
  }

  /// Returns the begin of the first window that it can have, if it has dropped none since its log
  /// began; the smallest long if it has. Records that it has not applied are newer than its clock.
  /// A datapoint of an earlier window, which a raised `backfill` permits, makes that window the
  /// first, and so does a lost one. Any thread.
  public long beganMillis() {
    if (view.buckets().heldFrom() != Integer.MIN_VALUE) {
      return Long.MIN_VALUE;
    }
    int first =
        Math.min(
            holes.first(), Bucket.numberOf(clock.millis() - lateness.get().backfill().toMillis()));
    List<Bucket> all = view.buckets().all();
    if (!all.isEmpty()) {
      first = Math.min(first, all.getFirst().number());
    }
    return first * Tier.MEMORY_BUCKET.toMillis();
  }

  /// Returns the first millisecond of which the tiers may lack datapoints or deletes that the shard
  /// has applied, or that are in the rest of its log; the largest long if its datapoints do not
  /// belong into the tiers. Any thread.
  public long pendingFromMillis() {
    int first = expiry.pendingFrom();
    if (first == Integer.MAX_VALUE) {
      return Long.MAX_VALUE;
    }
    if (first == Integer.MIN_VALUE) { // until the first tick
      return heldFromMillis();
    }
    int unread = Bucket.numberOf(clock.millis() - lateness.get().backfill().toMillis());
    return Math.min(first, unread) * Tier.MEMORY_BUCKET.toMillis();
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
    int slotLimit = view.index().slotLimit();
    List<ShardCapture.CapturedBucket> captured =
        view.buckets().all().stream()
            .map(bucket -> ShardCapture.CapturedBucket.of(bucket, view.index()))
            .toList();
    return new ShardCapture(
        progress.applied(),
        progress.recordMillis(),
        slotLimit,
        captured,
        finalizations.stateCoverage()
            ? Optional.of(
                new SnapshotState(
                    progress.number(),
                    progress.snapshotLog(finalizations.stateEpoch()),
                    Math.max(0, heldFromMillis()),
                    holes.all(),
                    decisions(captured, progress.log()),
                    inputs.all()))
            : Optional.empty());
  }

  /// Returns the number of the first bucket that a shard had not dropped; the smallest int if it
  /// had dropped none. A snapshot without a state is judged by the time of its last record: by
  /// today's, the datapoints of later records would be refused.
  private int heldFrom(SnapshotInfo snapshot) {
    return snapshot
        .state()
        .map(Shard::heldFrom)
        .orElseGet(() -> Bucket.numberOf(snapshot.recordMillis() - memoryTtl().toMillis()));
  }

  private static int heldFrom(SnapshotState state) {
    return state.oldestMillis() == 0 ? Integer.MIN_VALUE : Bucket.numberOf(state.oldestMillis());
  }

  /// Returns the decisions of the log whose files do not exist yet. One of a former log has no
  /// offset in this one.
  private static List<SnapshotState.Decision> decisions(
      List<ShardCapture.CapturedBucket> captured, UUID log) {
    return captured.stream()
        .filter(bucket -> !bucket.sealed().isEmpty())
        .filter(bucket -> bucket.decision().log().equals(log))
        .map(
            bucket ->
                new SnapshotState.Decision(
                    bucket.bucket().startMillis(), bucket.decision().offset()))
        .toList();
  }

  /// Returns whether a part of a delete waits for the repair of a file, or for a file that could
  /// not be written yet. A snapshot would lose it.
  public boolean hasDeferredDeletes() {
    return deletions.areDeferred() || view.buckets().all().stream().anyMatch(Bucket::hidesSeries);
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
              view.buckets().holdFrom(heldFrom(state));
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
      noteGap(log.start(), latestMillis);
      progress.skipTo(log.start() - 1);
    }
  }

  /// Takes over the position in the log after the restore of the files, before the first record is
  /// applied. Records that the log has lost are counted and logged. Writer only.
  ///
  /// @param lastGone the number of the last bucket whose file is gone; the smallest int for none
  public void restored(Optional<SnapshotInfo> snapshot, StartPoint start, int lastGone) {
    if (snapshot.isPresent()) {
      int oldest = heldFrom(snapshot.get());
      List<Bucket> restored = view.buckets().all();
      view.buckets()
          .holdFrom(restored.isEmpty() ? oldest : Math.min(oldest, restored.getFirst().number()));
    }
    if (lastGone != Integer.MIN_VALUE) {
      view.buckets().holdFrom(lastGone + 1);
    }
    long recordMillis = snapshot.map(SnapshotInfo::recordMillis).orElse(0L);
    progress.begin(start, recordMillis, snapshot.filter(_ -> !start.isOtherLog()));
    long missing = start.applied() - progress.applied();
    if (missing > 0) {
      countGap(start.applied() + 1);
      progress.skipTo(start.applied());
    }
    giveHolesABegin();
    finalizations.resume();
  }

  /// Lets a hole without a begin begin at the first window that the shard has, or where it would
  /// have kept its last lost datapoints. If the log begins before the first file, the hole begins
  /// where the log may have late datapoints of windows that are not expired. Nothing is known of
  /// the time before.
  private void giveHolesABegin() {
    if (holes.haveNoBegin()) {
      List<Bucket> all = view.buckets().all();
      long ends = holes.all().completeFromMillis();
      long lost = latestLost(ends);
      int first = Bucket.numberOf(lost - clock.memoryTtl().toMillis());
      if (!all.isEmpty()) {
        Bucket earliest = all.getFirst();
        if (ends <= earliest.startMillis()) {
          int late = Bucket.numberOf(lost - lateness.get().backfill().toMillis());
          first = Math.max(late, clock.oldestByWall());
        }
        first = Math.min(first, earliest.number());
      }
      view.buckets().holdFrom(first);
      holes.dropBefore(first);
    }
  }

  /// Returns the latest time of lost datapoints. The end of a hole may be that of a clock that is
  /// ahead, and the shard's clock may be wrong by years.
  private long latestLost(long holesEndMillis) {
    long end = holesEndMillis - lateness.get().ahead().toMillis();
    long now = clock.wallMillis();
    return now < end && now > end - FARTHEST_BEHIND.toMillis() ? now : end;
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

  /// Returns the number of the first bucket that accepts datapoints. What the tiers want is
  /// accepted as long as the bucket was not dropped: `memory-ttl` may have been longer when an
  /// ingestor accepted it.
  private int oldestAccepted() {
    return feedsTiers() ? view.buckets().heldFrom() : clock.oldest();
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

  private void noteGap(long offset, long writtenMillis) {
    holes.add(lateness.get().holes(progress.recordMillis(), writtenMillis));
    giveHolesABegin();
    countGap(offset);
  }

  private void countGap(long offset) {
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
