package goku.compactor.merge;

import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.fixture.TestSeries;
import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SortedSource;
import goku.compactor.sst.TierBucketSource;
import goku.model.PointBuffer;
import goku.model.Tier;
import goku.testkit.histogram.PlainSum;
import goku.testkit.histogram.RandomHistograms;
import goku.tier.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramCompactionTest {
  private static final long HOUR = 3_600_000;
  private static final long QUARTER = HOUR / 4;
  private static final Tier RAW = tier(1, 6, true, QUARTER);
  private static final Tier COARSER = tier(2, 24, false, HOUR);

  @TempDir Path directory;

  private static Tier tier(int number, int hours, boolean raw, long rollupMillis) {
    return new Tier(
        number,
        Duration.ofHours(hours),
        Duration.ofDays(100),
        raw,
        Optional.of(Duration.ofMillis(rollupMillis)),
        false);
  }

  /// A source of one series of histograms.
  private static final class HistogramSource extends ForwardingSource {
    private final PointBuffer points = new PointBuffer();

    HistogramSource(long start) {
      super(ListSource.ofRaw(Map.of("m host=a", TestSeries.ofRaw(Map.of(start, 0.0)))));
    }

    @Override
    public void raw(PointBuffer into) {
      into.addAll(points, 0, points.size());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void mergedBucketsHaveTheLastHistogramOfEachTimeAndTheSumsOfAll(long seed) throws Exception {
    var random = new Random(seed);
    var histograms = new RandomHistograms(random);
    List<HistogramSource> sources = new ArrayList<>();
    Map<Long, PointBuffer> last = new TreeMap<>();
    for (long window = 0; window < 3; window++) {
      for (int part = 0; part <= random.nextInt(2); part++) {
        var source = new HistogramSource(window * 2 * HOUR);
        for (long time = window * 2 * HOUR; time < (window + 1) * 2 * HOUR; ) {
          source.points.addHistogram(time, histograms.addTo(source.points.histograms()));
          var copy = new PointBuffer();
          copy.addAll(source.points, source.points.size() - 1, source.points.size());
          last.put(time, copy);
          time += 30_000L * (1 + random.nextInt(10));
        }
        sources.add(source);
      }
    }
    Manifest first = compact(RAW, "first", sources);
    var points = new PointBuffer();
    var rollups = new RollupBuffer();
    read(first, "first", points, rollups);
    assertThat(texts(points)).isEqualTo(texts(last));
    assertThat(texts(rollups.summed())).isEqualTo(sums(last, QUARTER));
    assertThat(counted(rollups)).isEqualTo(last.size());

    Manifest second;
    try (var source = new TierBucketSource(directory.resolve("first"), first)) {
      second = compact(COARSER, "second", List.of(source));
    }
    points.clear();
    rollups.clear();
    read(second, "second", points, rollups);
    assertThat(points.size()).isZero();
    assertThat(texts(rollups.summed())).isEqualTo(sums(last, HOUR));
    assertThat(counted(rollups)).isEqualTo(last.size());
  }

  private static double counted(RollupBuffer rollups) {
    return Arrays.stream(rollups.counts(), 0, rollups.size()).sum();
  }

  private static Map<Long, String> texts(PointBuffer points) {
    Map<Long, String> texts = new TreeMap<>();
    for (int i = 0; i < points.size(); i++) {
      texts.put(points.timestamps()[i], PlainSum.text(points.histograms(), points.histogram(i)));
    }
    return texts;
  }

  private static Map<Long, String> texts(Map<Long, PointBuffer> last) {
    return sums(last, 1);
  }

  private static Map<Long, String> sums(Map<Long, PointBuffer> last, long interval) {
    Map<Long, PlainSum> sums = new TreeMap<>();
    last.forEach(
        (time, one) ->
            sums.computeIfAbsent(time - time % interval, _ -> new PlainSum())
                .add(one.histograms(), one.histogram(0)));
    Map<Long, String> texts = new TreeMap<>();
    sums.forEach((time, sum) -> texts.put(time, sum.text()));
    return texts;
  }

  private Manifest compact(Tier tier, String name, List<? extends SortedSource> sources)
      throws Exception {
    Path into = Files.createDirectory(directory.resolve(name));
    return new Compaction("ns", 4, tier, 0, 2, List.of("key")).run(sources, into, _ -> {});
  }

  private void read(Manifest manifest, String name, PointBuffer points, RollupBuffer rollups)
      throws IOException {
    try (var source = new TierBucketSource(directory.resolve(name), manifest)) {
      assertThat(source.next()).isTrue();
      if (manifest.raw()) {
        source.raw(points);
      }
      source.rollups(rollups);
    }
  }
}
