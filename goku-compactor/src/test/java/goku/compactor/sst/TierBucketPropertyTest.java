package goku.compactor.sst;

import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.rollup.RollupBuffer;
import goku.model.PointBuffer;
import goku.tier.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TierBucketPropertyTest {
  private static final int KEYS = 12;

  @Property(tries = 40)
  void aWrittenBucketReadsBack(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 3000) int seriesCount,
      @ForAll @IntRange(min = 1, max = 200) int valuesOfAKey,
      @ForAll boolean raw)
      throws Exception {
    var random = new Random(seed);
    List<String> metrics =
        IntStream.range(0, 1 + random.nextInt(4)).mapToObj(i -> "metric-" + i).toList();
    List<String> pairs = pairs(valuesOfAKey);
    List<TierFixture.Series> wanted = series(random, metrics.size(), valuesOfAKey, seriesCount);
    boolean rollups = !raw || random.nextBoolean();
    Path directory = Files.createTempDirectory("tier");
    try {
      Manifest manifest = TierFixture.write(directory, metrics, pairs, wanted, raw, rollups);
      try (var source = new TierBucketSource(directory, manifest)) {
        assertThat(TierFixture.terms(source))
            .isEqualTo(Stream.concat(metrics.stream(), pairs.stream()).toList());
        assertThat(TierFixture.read(source)).isEqualTo(TierFixture.texts(wanted, raw, rollups));
      }
      assertThat(manifest.series()).isEqualTo(TierFixture.texts(wanted, raw, rollups).size());
      new TierModel(SstContent.all(directory, manifest), metrics, pairs)
          .check(wanted.stream().filter(series -> series.isKept(raw, rollups)).toList());
    } finally {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  /// Returns pairs ordered by the bytes of keys with the equals sign, as the format orders them.
  private static List<String> pairs(int valuesOfAKey) {
    return IntStream.range(0, KEYS * valuesOfAKey)
        .mapToObj(i -> "%s=%04d".formatted(key(i / valuesOfAKey), i % valuesOfAKey * 7 % 1000))
        .distinct()
        .sorted()
        .toList();
  }

  private static String key(int number) {
    return number % 2 == 0 ? "k%02d-more".formatted(number) : "k%02d".formatted(number - 1);
  }

  private static List<TierFixture.Series> series(
      Random random, int metrics, int valuesOfAKey, int count) {
    var names = new TreeSet<int[]>(Arrays::compare);
    int most = random.nextInt(KEYS + 1);
    for (int i = 0; i < count; i++) {
      List<Integer> name = new ArrayList<>(List.of(random.nextInt(metrics)));
      for (int key = 0; key < most; key++) {
        if (random.nextInt(4) > 0) {
          name.add(metrics + key * valuesOfAKey + random.nextInt(valuesOfAKey));
        }
      }
      names.add(name.stream().mapToInt(Integer::intValue).toArray());
    }
    List<TierFixture.Series> all = new ArrayList<>();
    for (int[] name : names) {
      all.add(new TierFixture.Series(random.nextLong(), name, points(random), rollups(random)));
    }
    return all;
  }

  private static PointBuffer points(Random random) {
    var points = new PointBuffer();
    int count = random.nextInt(5) == 0 ? random.nextInt(400) : random.nextInt(4);
    int shift = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      points.add(TierFixture.START + i * 1000L + shift, value(random));
    }
    return points;
  }

  private static RollupBuffer rollups(Random random) {
    var rollups = new RollupBuffer();
    for (int i = random.nextInt(3); i < random.nextInt(5); i++) {
      rollups.add(
          TierFixture.START + i * 900_000L,
          value(random),
          random.nextInt(90),
          value(random),
          value(random));
    }
    return rollups;
  }

  private static double value(Random random) {
    return random.nextInt(4) == 0
        ? Double.longBitsToDouble(random.nextLong())
        : random.nextInt(1000) / 10.0;
  }
}
