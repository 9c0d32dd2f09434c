package goku.compactor.job;

import goku.compactor.plan.Consumption;
import goku.compactor.plan.Job;
import goku.compactor.plan.WindowKey;
import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The check that a bucket has at least the datapoints of the bucket that it replaces, of each
/// shard of GokuS and window. Owned by one thread.
///
/// Fewer datapoints are right if deletes or blocked metrics account for them, which a count of the
/// previous bucket without them shows, or if a later generation of the window replaces them: a
/// finalized file that states that it is complete, one with datapoints that does not state its
/// coverage, or a lower bucket, which was checked when it was built.
final class CountCheck {
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();

  /// A count of the datapoints of the previous bucket.
  interface Recount {
    /// Returns the windows with the datapoints that neither deletes nor blocked metrics leave out.
    List<ConsumedWindows> run() throws IOException, InterruptedException;
  }

  private final Manifest previous;
  private final Manifest made;
  private final Set<BucketKey> replacing;

  private CountCheck(Job.Compact job, Manifest previous, Manifest made) {
    this.previous = previous;
    this.made = made;
    replacing = job.replacing();
  }

  /// @param made the output of the job, with numbers of datapoints
  /// @param recount called if the manifest of the previous bucket does not answer the question
  /// @throws PoorerException when the output has too few datapoints
  static void run(Job.Compact job, Manifest made, Recount recount)
      throws IOException, InterruptedException {
    if (job.previous().isEmpty()) {
      return;
    }
    Manifest previous = job.previous().get();
    var check = new CountCheck(job, previous, made);
    if (check.loss(previous.consumed(), true).isPresent()) {
      Optional<String> loss = check.loss(recount.run(), false);
      if (loss.isPresent()) {
        throw new PoorerException(loss.get());
      }
    }
  }

  /// Returns the first window that has fewer datapoints than before; empty if there is none.
  ///
  /// @param unknownIsLoss whether a window of which nothing is stated counts
  private Optional<String> loss(List<ConsumedWindows> before, boolean unknownIsLoss) {
    for (ConsumedWindows now : made.consumed()) {
      Optional<ConsumedWindows> then =
          before.stream().filter(windows -> windows.shard() == now.shard()).findFirst();
      for (int i = 0; i < now.points().size(); i++) {
        int window = i;
        long wanted =
            then.map(windows -> windows.points().get(window))
                .orElse((long) ConsumedWindows.UNKNOWN);
        boolean unknown = wanted == ConsumedWindows.UNKNOWN && unknownIsLoss;
        if ((unknown || now.points().get(i) < wanted) && !isReplaced(now, i)) {
          return Optional.of(message(now, i, wanted));
        }
      }
    }
    return Optional.empty();
  }

  /// Returns whether a later generation of the window takes its place.
  private boolean isReplaced(ConsumedWindows now, int window) {
    long start = made.startMillis() + window * WINDOW;
    var key = new WindowKey(now.shard(), 0, start);
    int before = Consumption.generation(previous, key);
    int generation = now.generations().get(window);
    return generation > before
        && (replacing.stream() // incomplete ones may follow it
                .filter(one -> WindowKey.of(one).equals(key))
                .anyMatch(one -> one.generation() > before && one.generation() <= generation)
            || (made.tier() > 1 && now.points().get(window) > 0));
  }

  private String message(ConsumedWindows now, int window, long wanted) {
    Instant start = Instant.ofEpochMilli(made.startMillis() + window * WINDOW);
    return "bucket not replaced, it would lose datapoints bucket=%s shard=%d window=%s datapoints=%d before=%d generation=%d; no delete and no blocked metric explains the difference. The previous bucket and all inputs stay; remove the finalized file of this generation if it is wrong, or delete the datapoints by a query if they shall go"
        .formatted(
            TierKeys.tierDirectory(made.bucket()),
            now.shard(),
            start,
            now.points().get(window),
            wanted,
            now.generations().get(window));
  }
}
