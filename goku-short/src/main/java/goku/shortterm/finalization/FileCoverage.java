package goku.shortterm.finalization;

import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketInfo;
import goku.model.ShardId;
import goku.model.Tier;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Decision;
import goku.shortterm.bucket.FinalizedPart;
import java.util.function.IntPredicate;

/// The coverage and the generation of a shard's files. Owned by the shard's writer.
///
/// @param isWhole whether the shard lacks nothing of the bucket with the number
/// @param output whether files may state their coverage
public record FileCoverage(IntPredicate isWhole, BucketOutput output) {
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
      if (kind == BucketCoverage.Kind.INCOMPLETE && isOdd(bucket.destroyedGeneration())) {
        // a copy that another replica still brings outranks it
        generation = bucket.destroyedGeneration() - 1;
      }
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

  /// Returns the number of a bucket's decision, which ascends with the decisions of its window.
  ///
  /// @param before the generation of the file of an earlier decision; 0 if there is none
  private static int number(Bucket bucket, int before) {
    int number = Decision.number(bucket.startMillis(), bucket.decision().millis());
    return Math.max(before / 2 + 1, number);
  }

  private static boolean isOdd(int generation) {
    return generation % 2 == 1;
  }

  private BucketCoverage.Kind kind(Bucket bucket) {
    if (!isWhole.test(bucket.number())) {
      return BucketCoverage.Kind.INCOMPLETE;
    }
    return bucket.missingGeneration() > 0
        ? BucketCoverage.Kind.ADDITION
        : BucketCoverage.Kind.COMPLETE;
  }

  /// Returns whether the bucket may become a file now. Without a stated coverage every file
  /// replaces the one before, so a bucket that lacks datapoints stays in memory.
  boolean permits(Bucket bucket) {
    return output.statesCoverage()
        || (isWhole.test(bucket.number()) && bucket.missingGeneration() == 0);
  }
}
