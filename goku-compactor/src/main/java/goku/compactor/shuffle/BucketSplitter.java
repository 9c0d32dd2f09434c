package goku.compactor.shuffle;

import goku.format.bucket.BucketFile;
import goku.format.bucket.BucketInfo;
import goku.format.bucket.BucketSeriesCursor;
import goku.model.NameHash;
import goku.model.Sharding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/// A splitter of one bucket file by the sharding of GokuL. It reads the names once to find the
/// terms of each shard, and again to copy names and encoded datapoints. The same file and sharding
/// give the same bytes. Memory holds about 30 bytes for each series, the bits of a `TermSubset` for
/// each term and shard, and a page for each shard. Owned by one thread.
public final class BucketSplitter {
  private static final int SERIES_A_LOOK = 1024;

  private final BucketFile file;
  private final Sharding sharding;

  /// The hash of each metric.
  private final long[] metricHashes;

  private final TermSubset[] subsets;

  /// @param file verified bucket file, open while the splitter is used
  /// @param sharding sharding of GokuL
  public BucketSplitter(BucketFile file, Sharding sharding) {
    this.file = file;
    this.sharding = sharding;
    metricHashes = new long[file.metricCount()];
    Arrays.setAll(metricHashes, metric -> NameHash.of(file.term(metric)));
    subsets = new TermSubset[sharding.shards()];
    Arrays.setAll(subsets, _ -> new TermSubset(file.termCount(), file.metricCount()));
  }

  /// Writes a bucket file for each shard that has series, with the namespace, window and generation
  /// of the input. All files are complete when this method returns. Existing files are replaced.
  /// Runs on the calling thread, which may be interrupted.
  ///
  /// @param pathOf path of the file of a shard
  /// @return the files by shard
  public SortedMap<Integer, Path> split(IntFunction<Path> pathOf)
      throws IOException, InterruptedException {
    findTerms();
    SortedMap<Integer, Path> paths = new TreeMap<>();
    try (var outputs = new SplitOutputs(file, subsets)) {
      for (int shard = 0; shard < subsets.length; shard++) {
        if (!subsets[shard].isEmpty()) {
          Path path = pathOf.apply(shard);
          outputs.open(shard, path, info(shard));
          paths.put(shard, path);
        }
      }
      BucketSeriesCursor series = file.series();
      while (next(series)) {
        outputs.add(shardOf(series), series);
      }
      outputs.finish();
    }
    return paths;
  }

  private void findTerms() throws InterruptedException {
    BucketSeriesCursor series = file.series();
    while (next(series)) {
      subsets[shardOf(series)].use(series.terms(), series.termCount());
    }
    for (TermSubset subset : subsets) {
      subset.number();
    }
  }

  private int shardOf(BucketSeriesCursor series) {
    return sharding.shardOf(metricHashes[series.terms()[0]], series.hash());
  }

  private BucketInfo info(int shard) {
    BucketInfo of = file.info();
    return new BucketInfo(
        of.namespace(), shard, of.startMillis(), of.lengthMillis(), of.generation());
  }

  private static boolean next(BucketSeriesCursor series) throws InterruptedException {
    boolean found = series.next();
    if (series.entry() % SERIES_A_LOOK == 0 && Thread.interrupted()) {
      throw new InterruptedException("splitting interrupted");
    }
    return found;
  }
}
