package goku.compactor.merge;

import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.fixture.BucketFiles;
import goku.compactor.fixture.RandomSeries;
import goku.compactor.fixture.TestSeries;
import goku.compactor.series.SortedSource;
import goku.compactor.sst.TierBucketSource;
import goku.format.bucket.BucketInfo;
import goku.model.Tier;
import goku.testkit.DirectoryTree;
import goku.tier.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// A test from bucket files through tiers with other rollups and without raw datapoints, in real
/// files.
class CompactionPropertyTest {
  private static final long HOUR = 3_600_000;
  private static final long QUARTER = HOUR / 4;
  private static final int MOST_SERIES = 40;

  @Property(tries = 10)
  void eachTierEqualsASimpleModel(@ForAll long seed) throws Exception {
    var windows = new RandomSeries(seed).windows(12, MOST_SERIES, 0, 2 * HOUR);
    Path directory = Files.createTempDirectory("tiers");
    try {
      List<Bucket> first = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        List<Map<String, TestSeries>> part = windows.subList(i * 3, i * 3 + 3);
        Bucket bucket =
            compact(tier(1, 6, true, QUARTER), i * 6L * HOUR, files(part, i, directory), directory);
        assertThat(read(bucket)).isEqualTo(MergeModel.of(part, true, QUARTER));
        first.add(bucket);
      }
      Bucket second = compact(tier(2, 24, true, QUARTER), 0, open(first), directory);
      assertThat(read(second)).isEqualTo(MergeModel.of(windows, true, QUARTER));
      Bucket third = compact(tier(3, 24, false, HOUR), 0, open(List.of(second)), directory);
      assertThat(MergeModel.withoutSums(read(third)))
          .isEqualTo(MergeModel.withoutSums(MergeModel.of(windows, false, HOUR)));
      Bucket fourth = compact(tier(4, 24, true, HOUR), 0, open(List.of(third)), directory);
      assertThat(fourth.manifest.raw()).isFalse();
      assertThat(read(fourth)).isEqualTo(read(third));
    } finally {
      new DirectoryTree(directory).remove();
    }
  }

  private record Bucket(Path directory, Manifest manifest) {}

  private static Bucket compact(
      Tier tier, long start, List<? extends SortedSource> sources, Path directory)
      throws IOException, InterruptedException {
    Path to = Files.createDirectory(directory.resolve(tier.number() + "-" + start));
    var compaction = new Compaction("ns", 0, tier, start, 1, List.of());
    Manifest manifest = compaction.run(sources, to, _ -> {});
    for (SortedSource source : sources) {
      source.close();
    }
    return new Bucket(to, manifest);
  }

  private static List<BucketFileSource> files(
      List<Map<String, TestSeries>> windows, int bucket, Path directory) throws IOException {
    List<BucketFileSource> sources = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      var info = new BucketInfo("ns", 0, (bucket * 3L + i) * 2 * HOUR, 2 * HOUR, 1);
      Path file = directory.resolve("%d-%d.goku".formatted(bucket, i));
      sources.add(BucketFileSource.open(BucketFiles.write(file, info, windows.get(i))));
    }
    return sources;
  }

  private static List<TierBucketSource> open(List<Bucket> buckets) throws IOException {
    List<TierBucketSource> sources = new ArrayList<>();
    for (Bucket bucket : buckets) {
      sources.add(new TierBucketSource(bucket.directory, bucket.manifest));
    }
    return sources;
  }

  private static Map<String, TestSeries> read(Bucket bucket)
      throws IOException, InterruptedException {
    Manifest manifest = bucket.manifest;
    var sink = new RecordingSink();
    var content = new Content(manifest.raw(), manifest.rollupMillis());
    try (var source = new TierBucketSource(bucket.directory, manifest)) {
      SeriesMerge.run(
          List.of(source), content, manifest.startMillis(), manifest.endMillis(), sink, _ -> {});
    }
    assertThat(sink.series()).hasSize(manifest.series());
    return sink.series();
  }

  private static Tier tier(int number, int hours, boolean raw, long rollupMillis) {
    var bucket = Duration.ofHours(hours);
    var rollup = Optional.of(Duration.ofMillis(rollupMillis));
    return new Tier(number, bucket, bucket.multipliedBy(5), raw, rollup, false);
  }
}
