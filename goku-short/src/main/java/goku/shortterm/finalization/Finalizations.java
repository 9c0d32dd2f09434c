package goku.shortterm.finalization;

import goku.format.bucket.BucketInfo;
import goku.format.finalize.FinalizeRecord;
import goku.index.SeriesIndex;
import goku.memory.Reclaimer;
import goku.model.ShardId;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.BucketPart;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.bucket.Decision;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.node.NodeResources;
import io.micrometer.core.instrument.Counter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The finalizations of a shard. Sealing a bucket takes no time. Another thread writes its file,
/// and the writer swaps the file in afterwards. Until then the sealed streams answer queries. If
/// the file cannot be written, they stay, and the writing is retried.
///
/// Owned by the writer, except for `complaint`.
public final class Finalizations {
  private static final Logger LOG = LoggerFactory.getLogger(Finalizations.class);

  /// The limit of pending files. A replay decides finalizations faster than files can be written.
  /// Waiting then bounds the memory of sealed streams.
  private static final int MOST_PENDING = 2;

  private static final long RETRY_MILLIS = Duration.ofSeconds(10).toMillis();

  private final ShardId shard;
  private final SeriesIndex index;
  private final Buckets buckets;
  private final Reclaimer reclaimer;
  private final NodeResources node;
  private final AscendingOutput output;
  private final FileCoverage coverage;
  private final Consumer<Set<Long>> leavingOut;
  private final List<Pending> pending = new ArrayList<>();

  /// The reason why the last file could not be written; null if it could.
  private volatile @Nullable String problem;

  /// @param leavingOut receives the hashes of metrics whose datapoints left a bucket, because its
  ///   file omits them
  public Finalizations(
      ShardId shard,
      SeriesIndex index,
      Buckets buckets,
      Reclaimer reclaimer,
      NodeResources node,
      AscendingOutput output,
      FileCoverage coverage,
      Consumer<Set<Long>> leavingOut) {
    this.coverage = coverage;
    this.shard = shard;
    this.index = index;
    this.buckets = buckets;
    this.reclaimer = reclaimer;
    this.node = node;
    this.output = output;
    this.leavingOut = leavingOut;
  }

  /// Executes a decision of the log: finalizes every bucket up to its time that has more than its
  /// file, and the last window even if it is empty, if that was decided too.
  ///
  /// @param at the place of the decision in the log
  /// @param oldest the number of the first bucket that has not expired
  /// @param lost windows without a file that become files too, even if they have expired, because
  ///   the shard has lost datapoints of them
  public void begin(FinalizeRecord decision, Decision at, int oldest, int[] lost) {
    collect();
    int last = Bucket.numberOf(decision.throughMillis()) - 1;
    Set<Long> leftOut = Set.copyOf(decision.leftOut());
    Set<Integer> evenEmpty = new HashSet<>();
    if (decision.evenEmpty()) {
      Arrays.stream(lost).forEach(evenEmpty::add);
      if (last >= oldest) {
        evenEmpty.add(last);
      }
    }
    evenEmpty.forEach(buckets::forWriting);
    for (Bucket bucket : buckets.all()) {
      if (bucket.lastMillis() < decision.throughMillis()
          && !bucket.covers(at.offset())
          && coverage.permits(bucket)) {
        await(bucket);
        // its next file would have datapoints that were deleted before the decision
        boolean isDeferred = bucket.defersDeletes();
        boolean wanted =
            bucket.differsFromFile()
                || (evenEmpty.contains(bucket.number()) && bucket.finalized().isEmpty());
        if (wanted && !isDeferred && !isPending(bucket)) {
          // a snapshot shows by a sealed stream that the bucket is being finalized, even if only
          // datapoints of its file were deleted
          var _ = bucket.active();
          bucket.seal(leftOut, at);
          start(bucket);
        }
      }
    }
  }

  /// Continues after a restart: reports existing files, and finalizes sealed buckets.
  public void resume() {
    for (Bucket bucket : buckets.all()) {
      bucket.finalized().ifPresent(output::finalized);
    }
    for (Bucket bucket : buckets.all()) {
      if (bucket.isBeingFinalized()) {
        start(bucket); // of the content before the decision only
      }
    }
    tell();
  }

  /// Swaps in finished files, and retries failed ones after a while.
  public void collect() {
    for (Pending job : List.copyOf(pending)) {
      if (job.result.isDone()) {
        finish(job);
      }
    }
  }

  /// Reports the files of all windows before the first window without a file.
  private void tell() {
    output.tellBefore(
        buckets.all().stream()
            .filter(bucket -> bucket.isBeingFinalized() && bucket.finalized().isEmpty())
            .mapToLong(Bucket::startMillis)
            .min()
            .orElse(Long.MAX_VALUE));
  }

  /// Waits until the bucket's pending file, if there is one, is written or has failed.
  public void await(Bucket bucket) {
    for (Pending job : List.copyOf(pending)) {
      if (job.bucket == bucket) {
        await(job);
      }
    }
  }

  /// Waits for the oldest pending file. Returns false if there is none: then waiting frees no
  /// memory.
  public boolean awaitOldest() {
    for (Pending job : pending) {
      if (!job.failed) {
        await(job);
        return !job.failed;
      }
    }
    return false;
  }

  /// Returns whether all datapoints must be in files. Any thread.
  public boolean wantAll() {
    return output.wantsAll();
  }

  /// Returns whether files and snapshots may state their coverage.
  public boolean stateCoverage() {
    return output.statesCoverage();
  }

  /// Returns whether snapshots may state the epoch of the log's leader.
  public boolean stateEpoch() {
    return output.statesEpoch();
  }

  /// Returns the problem; empty if there is none. Any thread.
  public Optional<String> complaint() {
    return Optional.ofNullable(problem);
  }

  /// Abandons pending files. Their streams are in the next snapshot.
  public void close() {
    for (Pending job : pending) {
      var _ =
          job.result.whenComplete(
              (part, failure) -> {
                if (part != null) {
                  part.close();
                }
                job.pin.close();
              });
    }
    pending.clear();
  }

  private void start(Bucket bucket) {
    while (pending.stream().filter(job -> !job.failed).count() >= MOST_PENDING) {
      awaitOldest();
    }
    pending.add(new Pending(bucket, reclaimer.pin()));
  }

  private Counter count(String name) {
    return node.registry().counter(name, "namespace", shard.namespace());
  }

  private boolean isPending(Bucket bucket) {
    return pending.stream().anyMatch(job -> job.bucket == bucket);
  }

  private void await(Pending job) {
    if (!job.failed) {
      var _ = job.result.handle((part, failure) -> true).join();
      finish(job);
    }
  }

  private void finish(Pending job) {
    if (!buckets.all().contains(job.bucket)) {
      pending.remove(job);
      if (!job.result.isCompletedExceptionally()) {
        FinalizedPart part = job.result.join();
        output.finalized(part);
        output.dropped(part);
        part.close();
      }
      job.pin.close();
      tell();
      return;
    }
    try {
      FinalizedPart part = job.result.join();
      pending.remove(job);
      Optional<FinalizedPart> before = job.bucket.finalized();
      Set<Long> leftOut = job.bucket.leftOut();
      job.bucket.replace(job.parts, part, reclaimer);
      if (!leftOut.isEmpty()) {
        leavingOut.accept(leftOut);
      }
      output.finalized(part);
      tell();
      before.ifPresent(output::dropped); // the next file has replaced it in the upload queue
      job.pin.close();
      problem = null;
      count("goku.short.buckets.finalized").increment();
    } catch (CompletionException e) {
      fail(job, e);
    }
  }

  private void fail(Pending job, CompletionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    if (!job.failed) {
      job.failed = true;
      job.retryAtMillis = node.clock().millis() + RETRY_MILLIS;
      problem =
          "the bucket of %s cannot be written to %s (%s); its datapoints stay in memory, and it is tried again every %d s"
              .formatted(
                  Instant.ofEpochMilli(job.bucket.startMillis()),
                  job.path(),
                  cause,
                  RETRY_MILLIS / 1000);
      count("goku.short.finalizations.failed").increment();
      LOG.error("shard {}: {}", shard, problem, cause);
    } else if (node.clock().millis() >= job.retryAtMillis) {
      job.failed = false;
      job.submit();
    }
  }

  /// A file that is being written.
  private final class Pending {
    private final Bucket bucket;
    private final Reclaimer.Pin pin;
    private final List<BucketPart> parts;
    private final FinalizationJob job;
    private CompletableFuture<FinalizedPart> result;
    private boolean failed;
    private long retryAtMillis;

    Pending(Bucket bucket, Reclaimer.Pin pin) {
      this.bucket = bucket;
      this.pin = pin;
      parts = bucket.sealed();
      BucketInfo info = coverage.next(shard, bucket);
      job =
          new FinalizationJob(
              info,
              parts,
              bucket.leftOut(),
              count("goku.short.blocked.series")::increment,
              index.slotLimit(),
              index,
              output.path(bucket.startMillis(), info.generation()),
              node.pool(),
              node.use());
      result = job.submit(node.background());
    }

    Path path() {
      return job.path();
    }

    void submit() {
      result = job.submit(node.background());
    }
  }
}
