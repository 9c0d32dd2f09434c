package goku.compactor.sst;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.rollup.RollupBuffer;
import goku.format.sst.SstBucket;
import goku.model.PointBuffer;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A fixture of buckets as lists, with a small one that has all kinds of data.
final class TierFixture {
  static final long START = 1_699_963_200_000L;
  static final long LENGTH = 6 * 3_600_000L;
  static final SstBucket BUCKET = new SstBucket(1, START, 2);
  static final List<String> METRICS = List.of("cpu", "mem.free", "unused");
  static final List<String> PAIRS =
      List.of("host-a=x", "host-a=y", "host=a", "host=b", "host=ü", "rack=a");
  static final List<Series> SAMPLE =
      List.of(
          new Series(-5, terms(0), points(10, 0.25), rollups(3, 1)),
          new Series(6, terms(0, 3, 5), points(10, 1e300), rollups(3, 7)),
          new Series(7, terms(0, 3, 6, 8), points(700, 0.1), new RollupBuffer()),
          new Series(8, terms(0, 5), new PointBuffer(), new RollupBuffer()),
          new Series(9, terms(0, 7), new PointBuffer(), rollups(2, -0.0)),
          new Series(Long.MIN_VALUE, terms(1, 4, 5), points(10, Double.NaN), rollups(3, 0.5)));

  private TierFixture() {}

  /// A series, which is compared by its text.
  static final class Series {
    private final long hash;
    private final int[] terms;
    private final PointBuffer points;
    private final RollupBuffer rollups;

    Series(long hash, int[] terms, PointBuffer points, RollupBuffer rollups) {
      this.hash = hash;
      this.terms = terms;
      this.points = points;
      this.rollups = rollups;
    }

    long hash() {
      return hash;
    }

    int[] terms() {
      return terms;
    }

    PointBuffer points() {
      return points;
    }

    RollupBuffer rollups() {
      return rollups;
    }

    boolean isKept(boolean raw, boolean withRollups) {
      return (raw && points.size() > 0) || (withRollups && rollups.size() > 0);
    }

    /// Returns every bit of every value that reads back.
    String text(boolean raw, boolean withRollups) {
      int rawSize = raw ? points.size() : 0;
      int size = withRollups ? rollups.size() : 0;
      return "%x %s %s %s %s %s %s %s %s"
          .formatted(
              hash,
              Arrays.toString(terms),
              times(points.timestamps(), rawSize),
              bits(points.values(), rawSize),
              times(rollups.times(), size),
              bits(rollups.sums(), size),
              bits(rollups.counts(), size),
              bits(rollups.mins(), size),
              bits(rollups.maxes(), size));
    }
  }

  static List<String> texts(List<Series> all, boolean raw, boolean withRollups) {
    return all.stream()
        .filter(series -> series.isKept(raw, withRollups))
        .map(series -> series.text(raw, withRollups))
        .toList();
  }

  static Manifest write(Path directory) throws IOException {
    return write(directory, METRICS, PAIRS, SAMPLE, true, true);
  }

  static Manifest write(
      Path directory,
      List<String> metrics,
      List<String> pairs,
      List<Series> all,
      boolean raw,
      boolean rollups)
      throws IOException {
    try (var writer = new TierBucketWriter(directory, BUCKET, raw, rollups)) {
      for (String metric : metrics) {
        writer.metric(metric.getBytes(UTF_8));
      }
      for (String pair : pairs) {
        writer.pair(pair.getBytes(UTF_8));
      }
      for (Series series : all) {
        writer.add(
            series.hash(),
            series.terms(),
            series.terms().length,
            series.points(),
            series.rollups());
      }
      return manifest(writer, writer.finish(), raw, rollups);
    }
  }

  static Manifest manifest(
      TierBucketWriter writer, List<StoredFile> files, boolean raw, boolean rollups) {
    return new Manifest(
        Manifest.VERSION,
        "ns",
        3,
        BUCKET.tier(),
        START,
        LENGTH,
        BUCKET.generation(),
        raw,
        rollups ? 900_000 : 0,
        writer.series(),
        writer.points(),
        List.of(),
        files);
  }

  static List<String> read(TierBucketSource source) throws IOException {
    List<String> all = new ArrayList<>();
    while (source.next()) {
      var points = new PointBuffer();
      source.raw(points);
      var rollups = new RollupBuffer();
      source.rollups(rollups);
      int[] terms = Arrays.copyOf(source.terms(), source.termCountOfSeries());
      all.add(new Series(source.hash(), terms, points, rollups).text(true, true));
    }
    return all;
  }

  static List<String> terms(TierBucketSource source) throws IOException {
    List<String> terms = new ArrayList<>();
    for (int i = 0; i < source.termCount(); i++) {
      terms.add(new String(source.term(i), UTF_8));
    }
    return terms;
  }

  static int[] terms(int... numbers) {
    return numbers;
  }

  static PointBuffer points(int count, double step) {
    var points = new PointBuffer();
    for (int i = 0; i < count; i++) {
      points.add(START + i * 10_000L, i * step);
    }
    return points;
  }

  static RollupBuffer rollups(int count, double value) {
    var rollups = new RollupBuffer();
    for (int i = 0; i < count; i++) {
      rollups.add(START + i * 900_000L, value * 4, i + 1, value, value + i);
    }
    return rollups;
  }

  private static String times(long[] times, int size) {
    return Arrays.toString(Arrays.copyOf(times, size));
  }

  private static String bits(double[] values, int size) {
    return Arrays.toString(
        Arrays.stream(values, 0, size).mapToLong(Double::doubleToRawLongBits).toArray());
  }
}
