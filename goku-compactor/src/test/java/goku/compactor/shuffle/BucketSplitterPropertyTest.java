package goku.compactor.shuffle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.fixture.BucketFiles;
import goku.compactor.fixture.NameTable;
import goku.compactor.fixture.RandomSeries;
import goku.compactor.fixture.TestSeries;
import goku.format.bucket.BucketFile;
import goku.format.bucket.BucketInfo;
import goku.model.SeriesName;
import goku.model.Sharding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BucketSplitterPropertyTest {
  private static final BucketInfo INFO = new BucketInfo("ns", 9, 14_400_000, 7_200_000, 3);

  /// Checks that the copied encoded values also equal those of a new encoding.
  @Property(tries = 30)
  void eachFileEqualsAFileWrittenFromTheSeriesOfItsShard(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int groups,
      @ForAll @IntRange(min = 1, max = 4) int perGroup)
      throws Exception {
    Map<String, TestSeries> series =
        new RandomSeries(seed).raw(300, INFO.startMillis(), 21_600_000);
    var sharding = new Sharding(groups, perGroup);
    Map<Integer, Map<String, TestSeries>> wanted = byShard(series, sharding);
    Path directory = Files.createTempDirectory("split");
    try {
      Path input = BucketFiles.write(directory.resolve("input"), INFO, series);
      SortedMap<Integer, Path> found = split(input, sharding);
      assertThat(found.keySet()).isEqualTo(wanted.keySet());
      for (int shard : found.keySet()) {
        var info = new BucketInfo("ns", shard, INFO.startMillis(), INFO.lengthMillis(), 3);
        var of = wanted.getOrDefault(shard, Map.of());
        Path anew = BucketFiles.write(directory.resolve("anew"), info, of);
        assertThat(found.get(shard)).hasSameBinaryContentAs(anew);
        assertHolds(found.getOrDefault(shard, anew), info, of);
      }
    } finally {
      delete(directory);
    }
  }

  private static SortedMap<Integer, Path> split(Path input, Sharding sharding)
      throws IOException, InterruptedException {
    try (var file = BucketFile.open(input)) {
      return new BucketSplitter(file, sharding)
          .split(shard -> input.resolveSibling("shard-" + shard));
    }
  }

  private static void assertHolds(Path path, BucketInfo info, Map<String, TestSeries> series)
      throws IOException {
    try (var file = BucketFile.open(path)) {
      assertThat(file.info()).isEqualTo(info);
      assertThat(BucketFiles.read(file)).isEqualTo(series);
      var names = new NameTable(series.keySet());
      List<byte[]> terms = Stream.concat(names.metrics().stream(), names.pairs().stream()).toList();
      assertThat(IntStream.range(0, file.termCount()).mapToObj(file::term))
          .containsExactlyElementsOf(terms);
    }
  }

  private static Map<Integer, Map<String, TestSeries>> byShard(
      Map<String, TestSeries> series, Sharding sharding) {
    Map<Integer, Map<String, TestSeries>> all = new TreeMap<>();
    series.forEach(
        (text, one) -> {
          var name = SeriesName.ofCanonical(text.getBytes(UTF_8));
          int shard = sharding.shardOf(name.metricHash(), name.hash());
          all.computeIfAbsent(shard, _ -> new TreeMap<>()).put(text, one);
        });
    return all;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
