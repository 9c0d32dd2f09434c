package goku.compactor.merge;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SeriesSink;
import goku.compactor.series.SortedSource;
import goku.compactor.sst.TierBucketWriter;
import goku.format.sst.SstBucket;
import goku.model.PointBuffer;
import goku.model.Sharding;
import goku.model.Tier;
import goku.tier.ConsumedWindows;
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
/// @param evidence windows of GokuS in the bucket, for the manifest
public record Compaction(
    String namespace,
    int shard,
    Tier tier,
    long startMillis,
    int generation,
    List<String> inputs,
    Evidence evidence) {
  /// Creates a compaction of inputs of unknown origin.
  public Compaction(
      String namespace,
      int shard,
      Tier tier,
      long startMillis,
      int generation,
      List<String> inputs) {
    this(namespace, shard, tier, startMillis, generation, inputs, Evidence.NONE);
  }

  private static final SeriesSink NOWHERE =
      new SeriesSink() {
        @Override
        public void metric(byte[] utf8) {}

        @Override
        public void pair(byte[] utf8) {}

        @Override
        public void add(
            long hash, int[] terms, int termCount, PointBuffer points, RollupBuffer rollups) {}
      };

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
      var counts =
          new WindowCounts(writer, evidence.memory(), content.raw(), startMillis, lengthMillis);
      SeriesMerge.run(sources, leftOut, content, startMillis, endMillis, counts, progress);
      List<StoredFile> files = writer.finish();
      return new Manifest(
              evidence.version(),
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
              files,
              evidence.consumed().stream().map(counts::with).toList())
          .lacking(evidence.incomplete());
    }
  }

  /// Returns the windows with the numbers of datapoints that a bucket has of them.
  ///
  /// @param bucket bucket with its files, closed by the caller
  /// @param leftOut terms of the bucket that do not count
  /// @param windows windows by shard of GokuS
  public static List<ConsumedWindows> count(
      SortedSource bucket,
      LeftOut leftOut,
      Manifest manifest,
      Sharding memory,
      List<ConsumedWindows> windows)
      throws IOException, InterruptedException {
    var content = new Content(manifest.raw(), manifest.raw() ? 0 : manifest.rollupMillis());
    var counts =
        new WindowCounts(
            NOWHERE, memory, content.raw(), manifest.startMillis(), manifest.lengthMillis());
    SeriesMerge.run(
        List.of(bucket),
        List.of(leftOut),
        content,
        manifest.startMillis(),
        manifest.endMillis(),
        counts,
        series -> {});
    return windows.stream().map(counts::with).toList();
  }
}
