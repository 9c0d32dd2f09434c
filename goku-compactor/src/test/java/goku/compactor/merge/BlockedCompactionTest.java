package goku.compactor.merge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.fixture.BucketFiles;
import goku.compactor.fixture.RandomSeries;
import goku.compactor.fixture.TestSeries;
import goku.compactor.series.SortedSource;
import goku.compactor.sst.TierBucketSource;
import goku.format.bucket.BucketInfo;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.Tier;
import goku.tier.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A test that buckets built while metrics are blocked (section 9 of the paper) equal, to the byte,
/// those of inputs that never had these metrics.
class BlockedCompactionTest {
  private static final long HOUR = 3_600_000;
  private static final Blocklist NAME = new Blocklist(Set.of(new BlockRule("cpu", false)));
  private static final Blocklist PREFIX = new Blocklist(Set.of(new BlockRule("cpu", true)));
  private static final Blocklist ALL =
      new Blocklist(
          Set.of(
              new BlockRule("c", true),
              new BlockRule("m", true),
              new BlockRule("ünicode", false),
              new BlockRule("\uD83D\uDE00", false)));

  @TempDir private Path directory;
  private int directories;

  private record Bucket(Path directory, Manifest manifest) {}

  @Test
  void aTierOfBucketFilesIsAsIfTheMetricHadNeverExisted() throws Exception {
    for (Blocklist blocklist : List.of(NAME, PREFIX, ALL)) {
      List<Map<String, TestSeries>> windows = new RandomSeries(3).windows(3, 80, 0, 2 * HOUR);
      Bucket blocked = first(windows, blocklist);
      Bucket never = first(without(windows, blocklist), Blocklist.NONE);
      assertThat(blocked.manifest).isEqualTo(never.manifest);
      assertThat(first(windows, blocklist).manifest).isEqualTo(blocked.manifest);
      assertThat(first(windows, Blocklist.NONE).manifest).isNotEqualTo(blocked.manifest);
    }
  }

  @Test
  void aHigherTierLosesMetricsBlockedAfterTheLowerOneWasBuilt() throws Exception {
    List<Map<String, TestSeries>> windows = new RandomSeries(4).windows(3, 80, 0, 2 * HOUR);
    for (Blocklist blocklist : List.of(NAME, PREFIX, ALL)) {
      Bucket blocked = second(first(windows, Blocklist.NONE), blocklist);
      Bucket never = second(first(without(windows, blocklist), Blocklist.NONE), Blocklist.NONE);
      assertThat(blocked.manifest).isEqualTo(never.manifest);
    }
  }

  @Test
  void blockedSeriesAreCounted() throws Exception {
    Map<String, TestSeries> series = new TreeMap<>();
    for (String name : List.of("cpu", "cpu host=a", "cpu.user host=a", "mem host=b zone=c")) {
      series.put(name, TestSeries.ofRaw(Map.of(1L, 1.0)));
    }
    LeftOut leftOut = LeftOut.of(ListSource.ofRaw(series), PREFIX);
    assertThat(leftOut.series()).isEqualTo(3);
    var source = ListSource.ofRaw(series);
    assertThat(
            IntStream.range(0, source.termCount())
                .filter(leftOut.terms()::get)
                .mapToObj(term -> new String(source.term(term), UTF_8)))
        .containsExactly("cpu", "cpu.user", "host=a");
    assertThat(LeftOut.of(ListSource.ofRaw(series), Blocklist.NONE)).isSameAs(LeftOut.NOTHING);
  }

  private static List<Map<String, TestSeries>> without(
      List<Map<String, TestSeries>> windows, Blocklist blocklist) {
    List<Map<String, TestSeries>> rest = new ArrayList<>();
    for (Map<String, TestSeries> window : windows) {
      var kept = new TreeMap<>(window);
      kept.keySet().removeIf(name -> blocklist.blocks(name.split(" ", 2)[0]));
      rest.add(kept);
    }
    return rest;
  }

  private Bucket first(List<Map<String, TestSeries>> windows, Blocklist blocklist)
      throws IOException, InterruptedException {
    Path files = newDirectory();
    List<Path> written = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      var info = new BucketInfo("ns", 0, i * 2L * HOUR, 2 * HOUR, 1);
      written.add(BucketFiles.write(files.resolve(i + ".goku"), info, windows.get(i)));
    }
    List<SortedSource> names = new ArrayList<>();
    List<SortedSource> sources = new ArrayList<>();
    for (Path file : written) {
      names.add(BucketFileSource.open(file));
      sources.add(BucketFileSource.open(file));
    }
    return compact(1, 6, names, sources, blocklist);
  }

  private Bucket second(Bucket lower, Blocklist blocklist)
      throws IOException, InterruptedException {
    return compact(
        2,
        24,
        List.of(new TierBucketSource(lower.directory, lower.manifest)),
        List.of(new TierBucketSource(lower.directory, lower.manifest)),
        blocklist);
  }

  private Bucket compact(
      int tier,
      int hours,
      List<SortedSource> names,
      List<SortedSource> sources,
      Blocklist blocklist)
      throws IOException, InterruptedException {
    List<LeftOut> leftOut = new ArrayList<>();
    for (SortedSource source : names) {
      leftOut.add(LeftOut.of(source, blocklist));
      source.close();
    }
    Path to = newDirectory();
    var bucket = Duration.ofHours(hours);
    var rollup = Optional.of(Duration.ofMinutes(15));
    var wanted = new Tier(tier, bucket, bucket.multipliedBy(5), true, rollup, false);
    var compaction = new Compaction("ns", 0, wanted, 0, 1, List.of());
    Manifest manifest = compaction.run(sources, leftOut, to, _ -> {});
    for (SortedSource source : sources) {
      source.close();
    }
    return new Bucket(to, manifest);
  }

  private Path newDirectory() throws IOException {
    return Files.createDirectory(directory.resolve(Integer.toString(directories++)));
  }
}
