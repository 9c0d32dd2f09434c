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
  /// The manifest says what the bucket holds, which may be less than the tier is to have: what no
  /// source has any more cannot come back when the namespace is to keep it for longer. Raw
  /// datapoints are kept if all sources have them.
  ///
  /// @param sources by time; closed by the caller
  /// @param directory exists and is empty
  /// @param progress told the number of series done, now and then and at the end
  /// @throws goku.format.FormatException when a source has something outside of the window
  public Manifest run(List<? extends SortedSource> sources, Path directory, LongConsumer progress)
      throws IOException, InterruptedException {
    return run(sources, Collections.nCopies(sources.size(), LeftOut.NOTHING), directory, progress);
  }

  /// The same without what is blocked.
  ///
  /// @param leftOut of each source, what does not come into the bucket
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
