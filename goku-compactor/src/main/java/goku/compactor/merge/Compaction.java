package goku.compactor.merge;

import goku.compactor.series.SortedSource;
import goku.compactor.sst.TierBucketWriter;
import goku.format.sst.SstBucket;
import goku.model.Tier;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;

/// A compaction that builds a bucket of a tier from buckets of the tier before.
///
/// @param shard shard of GokuL
/// @param tier tier of the bucket
/// @param generation generation of the bucket
/// @param inputs keys in S3 of the inputs, ascending, for the manifest
public record Compaction(
    String namespace, int shard, Tier tier, long startMillis, int generation, List<String> inputs) {
  public Compaction {
    inputs = List.copyOf(inputs);
  }

  /// Merges the sources into SST files in the directory. If several have a datapoint of a series at
  /// the same timestamp, that of the last source wins. Memory does not grow with the number of
  /// datapoints: it holds 4 bytes for each term of each source, and the postings of the largest
  /// metric. Runs on the calling thread, which may be interrupted.
  ///
  /// The manifest describes the actual contents of the bucket, which may be less than the tier asks
  /// for: data that no source has cannot come back when the namespace is configured to keep them
  /// for longer. Raw datapoints are kept if all sources have them.
  ///
  /// @param sources sources by time, closed by the caller
  /// @param directory existing empty directory
  /// @param progress receiver of the number of merged series, called now and then and at the end
  /// @throws goku.format.FormatException when a source has data outside the window
  public Manifest run(List<? extends SortedSource> sources, Path directory, LongConsumer progress)
      throws IOException, InterruptedException {
    return run(sources, Collections.nCopies(sources.size(), LeftOut.NOTHING), directory, progress);
  }

  /// Merges the sources like the other `run`, without blocked or deleted series.
  ///
  /// @param leftOut the terms of each source that are left out of the bucket
  public Manifest run(
      List<? extends SortedSource> sources,
      List<LeftOut> leftOut,
      Path directory,
      LongConsumer progress)
      throws IOException, InterruptedException {
    Content content = Content.of(tier, sources);
    var bucket = new SstBucket(tier.number(), startMillis, generation);
    long lengthMillis = tier.bucket().toMillis();
    try (var writer =
        new TierBucketWriter(directory, bucket, content.raw(), content.rollupMillis() > 0)) {
      long endMillis = startMillis + lengthMillis;
      SeriesMerge.run(sources, leftOut, content, startMillis, endMillis, writer, progress);
      List<StoredFile> files = writer.finish();
      return new Manifest(
          Manifest.VERSION,
          namespace,
          shard,
          tier.number(),
          startMillis,
          lengthMillis,
          generation,
          content.raw(),
          content.rollupMillis(),
          writer.series(),
          writer.points(),
          inputs,
          files);
    }
  }
}
