package goku.compactor.deletion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import goku.compactor.fixture.BucketFiles;
import goku.compactor.fixture.RandomSeries;
import goku.compactor.fixture.TestSeries;
import goku.compactor.merge.BucketFileSource;
import goku.compactor.merge.Compaction;
import goku.compactor.merge.LeftOut;
import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SortedSource;
import goku.compactor.sst.TierBucketSource;
import goku.format.bucket.BucketInfo;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.model.Blocklist;
import goku.model.SeriesName;
import goku.model.TagFilter;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.tier.Manifest;
import goku.tier.Tombstone;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A test that buckets built with deletes equal, to the byte, those of inputs that never had the
/// deleted data.
class ThinnedCompactionTest {
  private static final long HOUR = 3_600_000;
  private static final long QUARTER = HOUR / 4;

  @TempDir private Path directory;
  private int directories;

  private record Bucket(Path directory, Manifest manifest) {}

  @Test
  void tiersAreAsIfDeletedDataHadNeverExisted() throws Exception {
    boolean anyGone = false;
    for (int seed = 0; seed < 8; seed++) {
      var random = new Random(seed);
      List<Map<String, TestSeries>> windows = new RandomSeries(seed).windows(3, 60, 0, 2 * HOUR);
      List<DeleteRecord> deletes = new ArrayList<>();
      for (int n = random.nextInt(4); n >= 0; n--) {
        deletes.add(delete(random, 1));
      }
      List<Map<String, TestSeries>> rest = new ArrayList<>();
      windows.forEach(window -> rest.add(without(window, deletes)));
      anyGone |= !rest.equals(windows);

      Bucket never = first(rest, List.of());
      assertThat(first(windows, deletes).manifest).isEqualTo(never.manifest);
      assertThat(first(windows, reversed(deletes)).manifest).isEqualTo(never.manifest);
      Bucket whole = first(windows, List.of());
      for (boolean raw : List.of(true, false)) {
        assertThat(second(whole, raw, deletes).manifest)
            .as("raw %s, from a bucket built before the delete", raw)
            .isEqualTo(second(never, raw, List.of()).manifest);
      }
    }
    assertThat(anyGone).isTrue();
  }

  @Test
  void sourcesWithOnlyRollupsLoseWholeIntervals() throws Exception {
    for (int seed = 0; seed < 4; seed++) {
      var random = new Random(seed);
      List<Map<String, TestSeries>> windows = new RandomSeries(seed).windows(3, 60, 0, 2 * HOUR);
      List<DeleteRecord> deletes = List.of(delete(random, QUARTER), delete(random, QUARTER));
      List<Map<String, TestSeries>> rest = new ArrayList<>();
      windows.forEach(window -> rest.add(without(window, deletes)));
      Bucket rolledUp = second(first(windows, List.of()), false, List.of());
      Bucket thinned = third(rolledUp, deletes);
      Bucket never = third(second(first(rest, List.of()), false, List.of()), List.of());
      assertThat(thinned.manifest).isEqualTo(never.manifest);
    }
  }

  @Test
  void anIntervalIsDeletedIfItsStartIs() throws Exception {
    TestSeries series =
        TestSeries.ofRaw(
            Map.of(QUARTER - 1, 1.0, QUARTER, 2.0, QUARTER + 1, 3.0, 2 * QUARTER, 4.0));
    Bucket rolledUp =
        second(first(List.of(Map.of("cpu host=a", series)), List.of()), false, List.of());
    for (long begin : List.of(1L, QUARTER)) {
      var delete = new DeleteRecord("cpu", List.of(), false, new TimeRange(begin, QUARTER));
      assertThat(times(third(rolledUp, List.of(delete)))).containsExactly(0L, 2 * QUARTER);
    }
  }

  private static List<Long> times(Bucket bucket) throws IOException {
    try (var source = new TierBucketSource(bucket.directory, bucket.manifest)) {
      assertThat(source.next()).isTrue();
      var rollups = new RollupBuffer();
      source.rollups(rollups);
      return Arrays.stream(rollups.times()).limit(rollups.size()).boxed().toList();
    }
  }

  private static DeleteRecord delete(Random random, long unit) {
    var names = new RandomSeries(random.nextLong());
    long end = 6 * HOUR / unit;
    long from = random.nextInt(4) == 0 ? 0 : random.nextLong(end) * unit;
    long to = random.nextInt(4) == 0 ? 9 * HOUR : from + random.nextLong(1, end) * unit - 1;
    String[] words = names.name().split(" ", -1);
    List<TagFilter> filters = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      String key = words[i].substring(0, words[i].indexOf('='));
      String value = words[i].substring(key.length() + 1);
      switch (random.nextInt(6)) {
        case 0 ->
            filters.add(
                new TagFilter.LiteralOr(
                    key, Set.of(value, "?"), random.nextBoolean(), random.nextBoolean(), false));
        case 1 -> filters.add(new TagFilter.Regexp(key, Pattern.compile("[vx]"), false));
        case 2 -> filters.add(new TagFilter.AnyValue(key, true));
        case 3 -> filters.add(new TagFilter.NotKey(key));
        default -> {}
      }
    }
    Set<Long> hashes = new TreeSet<>();
    if (random.nextInt(4) == 0) {
      for (int i = 0; i < 100; i++) {
        hashes.add(hash(names.name()));
      }
    }
    return new DeleteRecord(
        words[0],
        filters,
        random.nextInt(4) == 0,
        hashes.isEmpty() ? null : hashes,
        new TimeRange(from, to));
  }

  private static long hash(String name) {
    return SeriesName.ofCanonical(name.getBytes(UTF_8)).hash();
  }

  /// Removes deleted data in the simplest way.
  private static Map<String, TestSeries> without(
      Map<String, TestSeries> window, List<DeleteRecord> deletes) {
    Map<String, TestSeries> rest = new TreeMap<>();
    window.forEach(
        (name, series) -> {
          var points = new TreeMap<>(series.raw());
          deletes.stream()
              .filter(delete -> isAbout(delete, name))
              .forEach(delete -> points.keySet().removeIf(delete.range()::contains));
          if (!points.isEmpty()) {
            rest.put(name, TestSeries.ofRaw(points));
          }
        });
    return rest;
  }

  private static boolean isAbout(DeleteRecord delete, String name) {
    String[] words = name.split(" ", -1);
    Map<String, String> tags = new TreeMap<>();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      tags.put(words[i].substring(0, equals), words[i].substring(equals + 1));
    }
    var keys = new TreeSet<String>();
    for (TagFilter filter : delete.filters()) {
      String value = tags.get(filter.key());
      if (value == null ? !filter.matchesAbsent() : !filter.matches(value)) {
        return false;
      }
      if (!(filter instanceof TagFilter.NotKey)) {
        keys.add(filter.key());
      }
    }
    return words[0].equals(delete.metric())
        && (!delete.explicitTags() || keys.equals(tags.keySet()))
        && (delete.nameHashes() == null || delete.nameHashes().contains(hash(name)));
  }

  private static List<DeleteRecord> reversed(List<DeleteRecord> deletes) {
    List<DeleteRecord> twice = new ArrayList<>(deletes.reversed());
    twice.addAll(deletes);
    return twice;
  }

  private Bucket first(List<Map<String, TestSeries>> windows, List<DeleteRecord> deletes)
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
    return compact(tier(1, 6, true, QUARTER), names, sources, deletes);
  }

  private Bucket second(Bucket lower, boolean raw, List<DeleteRecord> deletes)
      throws IOException, InterruptedException {
    return above(lower, tier(2, 24, raw, QUARTER), deletes);
  }

  private Bucket third(Bucket lower, List<DeleteRecord> deletes)
      throws IOException, InterruptedException {
    return above(lower, tier(3, 48, false, QUARTER), deletes);
  }

  private Bucket above(Bucket lower, Tier tier, List<DeleteRecord> deletes)
      throws IOException, InterruptedException {
    return compact(
        tier,
        List.of(new TierBucketSource(lower.directory, lower.manifest)),
        List.of(new TierBucketSource(lower.directory, lower.manifest)),
        deletes);
  }

  private static Tier tier(int number, int hours, boolean raw, long rollupMillis) {
    var bucket = Duration.ofHours(hours);
    return new Tier(
        number,
        bucket,
        bucket.multipliedBy(5),
        raw,
        Optional.of(Duration.ofMillis(rollupMillis)),
        false);
  }

  private Bucket compact(
      Tier tier, List<SortedSource> names, List<SortedSource> sources, List<DeleteRecord> deletes)
      throws IOException, InterruptedException {
    List<Tombstone> tombstones =
        deletes.stream().map(delete -> Tombstone.of(0, 1, DeleteWriter.write(delete))).toList();
    List<LeftOut> leftOut = new ArrayList<>();
    for (SortedSource source : names) {
      leftOut.add(LeftOut.ofThinned(ThinnedSource.of(source, tombstones), Blocklist.NONE));
      source.close();
    }
    List<SortedSource> thinned = new ArrayList<>();
    for (SortedSource source : sources) {
      thinned.add(ThinnedSource.of(source, tombstones));
    }
    Path to = newDirectory();
    var compaction = new Compaction("ns", 0, tier, 0, 1, List.of());
    Manifest manifest = compaction.run(thinned, leftOut, to, _ -> {});
    for (SortedSource source : thinned) {
      source.close();
    }
    return new Bucket(to, manifest);
  }

  private Path newDirectory() throws IOException {
    return Files.createDirectory(directory.resolve(Integer.toString(directories++)));
  }
}
