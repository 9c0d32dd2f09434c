package goku.compactor.merge;

import goku.compactor.rollup.RollupBuffer;
import goku.model.Tier;
import goku.tier.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/// Makes a bucket of a tier of buckets of the tier before.
///
/// @param shard of GokuL
/// @param tier that the bucket belongs to
/// @param generation of the bucket
/// @param inputs keys in S3 of what it is made of, ascending: for the manifest
public record Compaction(
    String namespace, int shard, Tier tier, long startMillis, int generation, List<String> inputs) {
  public Compaction {
    inputs = List.copyOf(inputs);
  }

  /// Merges the sources into SST files in the directory. Where two have the same timestamp of a
  /// series, the later source wins. Memory does not grow with datapoints; of each term of a source
  /// it holds 4 bytes, and of the largest metric its postings. Uses the thread that calls, which
  /// may be interrupted.
  ///
  /// @param sources by time; closed by the caller
  /// @param directory exists and is empty
  /// @param progress told the number of series done, now and then
  public Manifest run(List<? extends SortedSource> sources, Path directory, LongConsumer progress)
      throws IOException, InterruptedException {
    throw new UnsupportedOperationException(new RollupBuffer().toString());
  }
}
