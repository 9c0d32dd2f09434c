package goku.shortterm.finalization;

import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketInfo;
import goku.model.ShardId;
import goku.model.Tier;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.FinalizedPart;
import java.util.function.IntPredicate;

/// The coverage and the generation of a shard's files. Owned by the shard's writer.
///
/// @param isWhole whether the shard lacks nothing of the bucket with the number
/// @param output whether files may state their coverage
public record FileCoverage(IntPredicate isWhole, BucketOutput output) {
  /// The limit that generations have room for, 34 years of seconds.
  private static final int MAX_NUMBER = (1 << 30) - 1;

  /// Returns the identity of the next file of a sealed bucket.
  BucketInfo next(ShardId shard, Bucket bucket) {
    int before =
        bucket.finalized().map(FinalizedPart::generation).orElse(bucket.missingGeneration());
    int generation = before + 1;
    var coverage = BucketCoverage.UNKNOWN;
    if (output.statesCoverage()) {
      BucketCoverage.Kind kind = kind(bucket);
      // a complete file outranks others of the same decision
      generation = 2 * number(bucket, before) + (kind == BucketCoverage.Kind.COMPLETE ? 1 : 0);
      coverage = new BucketCoverage(bucket.decision().log(), bucket.decision().offset(), kind);
    }
    return new BucketInfo(
        shard.namespace(),
        shard.shard(),
        bucket.startMillis(),
        Tier.MEMORY_BUCKET.toMillis(),
        generation,
        coverage);
  }

  /// Returns the number of a bucket's decision, which ascends with the decisions of its window: the
  /// seconds from the begin of the window to the decision. A count would not ascend after the log
  /// has lost records, because a shard does not know how many decisions were among them. A late
  /// datapoint in a file with the number of an earlier file would be lost.
  ///
  /// @param before the generation of the file of an earlier decision; 0 if there is none
  private static int number(Bucket bucket, int before) {
    long seconds = (bucket.decision().millis() - bucket.startMillis()) / 1000;
    return Math.max(before / 2 + 1, Math.clamp(seconds, 1, MAX_NUMBER));
  }

  private BucketCoverage.Kind kind(Bucket bucket) {
    if (bucket.missingGeneration() > 0) {
      return BucketCoverage.Kind.ADDITION;
    }
    return isWhole.test(bucket.number())
        ? BucketCoverage.Kind.COMPLETE
        : BucketCoverage.Kind.INCOMPLETE;
  }

  /// Returns whether the bucket may become a file now. Without a stated coverage every file
  /// replaces the one before, so a bucket that lacks datapoints stays in memory.
  boolean permits(Bucket bucket) {
    return output.statesCoverage()
        || (isWhole.test(bucket.number()) && bucket.missingGeneration() == 0);
  }
}
