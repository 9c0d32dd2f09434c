package goku.format.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

class BucketFilePropertyTest {
  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    Double.longBitsToDouble(0x7FF8_0000_DEAD_BEEFL),
    Double.MIN_VALUE,
    -Double.MAX_VALUE
  };

  /// The number of terms that gives long names, and terms beyond what one byte of a difference
  /// holds.
  private static final int MOST_TERMS = 70;

  @Property(tries = 200)
  void readsWhatWasWritten(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 300) int seriesCount,
      @ForAll @IntRange(min = 1, max = 500) int pairCount)
      throws IOException {
    var random = new Random(seed);
    List<byte[]> metrics = names(1 + random.nextInt(5));
    List<byte[]> pairs = names(pairCount);
    List<BucketFixture.Series> wanted = series(random, metrics.size(), pairCount, seriesCount);
    Path file = Files.createTempFile("bucket", ".bin");
    try {
      BucketFixture.write(file, metrics, pairs, wanted);
      try (var bucket = BucketFile.open(file)) {
        bucket.verify();
        assertThat(IntStream.range(0, bucket.termCount()).mapToObj(bucket::term))
            .containsExactlyElementsOf(Stream.concat(metrics.stream(), pairs.stream()).toList());
        assertThat(BucketFixture.read(bucket)).hasToString(wanted.toString());
        assertThat(BucketFixture.read(bucket)).hasToString(wanted.toString()); // columns now cached
        assertThat(bucket.columnCount())
            .isEqualTo(
                wanted.stream().map(s -> Arrays.toString(s.timestamps())).distinct().count());
        assertThat(bucket.pointCount())
            .isEqualTo(wanted.stream().mapToLong(s -> s.timestamps().length).sum());
      }
    } finally {
      Files.delete(file);
    }
  }

  private static List<byte[]> names(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "%05d=%s".formatted(i, "ü".repeat(i % 30)).getBytes(UTF_8))
        .toList();
  }

  private static List<BucketFixture.Series> series(
      Random random, int metrics, int pairs, int count) {
    var names = new TreeSet<int[]>(Arrays::compare);
    boolean longNames = random.nextInt(10) == 0;
    while (count-- > 0) {
      int most = longNames ? MOST_TERMS : 4;
      int[] name = new int[1 + (random.nextInt(4) == 0 ? random.nextInt(most) : most - 1)];
      name[0] = random.nextInt(metrics);
      for (int i = 1; i < name.length; i++) {
        name[i] = metrics + random.nextInt(pairs);
      }
      names.add(name);
    }
    List<long[]> shared =
        IntStream.rangeClosed(0, random.nextInt(4)).mapToObj(i -> timestamps(random)).toList();
    boolean sharing = random.nextBoolean();
    List<BucketFixture.Series> all = new ArrayList<>();
    for (int[] name : names) {
      long[] timestamps =
          sharing && random.nextInt(20) > 0
              ? shared.get(random.nextInt(shared.size()))
              : timestamps(random);
      double[] values = new double[timestamps.length];
      Arrays.setAll(values, i -> value(random));
      all.add(new BucketFixture.Series(random.nextLong(), name, timestamps, values));
    }
    return all;
  }

  private static long[] timestamps(Random random) {
    int unit = random.nextBoolean() ? 1000 : 1;
    return random
        .longs(1 + random.nextInt(120), 0, 7_200_000 / unit)
        .map(offset -> BucketFixture.START + offset * unit)
        .sorted()
        .distinct()
        .toArray();
  }

  private static double value(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> SPECIAL[random.nextInt(SPECIAL.length)];
      case 1 -> Double.longBitsToDouble(random.nextLong());
      default -> random.nextInt(1000) / 10.0;
    };
  }
}
