package goku.format.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.PointBuffer;
import goku.model.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// A bucket of gauges of 100 hosts, each with 10 tags, small enough for the processor's caches;
/// times are per series.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BucketFileBenchmark {
  private static final int METRICS = 10;
  private static final int HOSTS = 100;
  private static final int SERIES = METRICS * HOSTS;
  private static final int TAGS = 10;
  private static final long WINDOW_MILLIS = Tier.MEMORY_BUCKET.toMillis();
  private static final BucketInfo INFO = new BucketInfo("benchmark", 0, 0, WINDOW_MILLIS, 1);

  @Param({"120", "12"})
  private int points;

  /// True if all series of a host have the same timestamps; otherwise none do.
  @Param({"true", "false"})
  private boolean shared;

  private final PointBuffer buffer = new PointBuffer();
  private final List<byte[]> metrics = names("metric=%03d", METRICS);
  private final List<byte[]> pairs = names("key%03d=some-value", HOSTS * TAGS);
  private final int[][] terms = new int[SERIES][];
  private final PointBuffer[] series = new PointBuffer[SERIES];
  private Path file = Path.of("");
  private @Nullable BucketFile bucket;

  @Setup
  public void fill() throws IOException {
    var random = new Random(1);
    for (int i = 0; i < SERIES; i++) {
      int host = i % HOSTS;
      int metric = i / HOSTS;
      terms[i] = new int[1 + TAGS];
      terms[i][0] = metric;
      for (int tag = 0; tag < TAGS; tag++) {
        // a tag has the more values the later it comes
        terms[i][1 + tag] = METRICS + tag * HOSTS + (tag == TAGS - 1 ? host : host >> (TAGS - tag));
      }
      series[i] = new PointBuffer();
      for (int j = 0; j < points; j++) {
        long timestamp = j * (WINDOW_MILLIS / points) + host * 10L + (shared ? 0 : metric);
        series[i].add(timestamp, Math.rint(random.nextGaussian() * 1000) / 100);
      }
    }
    file = Files.createTempFile("bucket", ".bin");
    write(true);
    bucket = BucketFile.open(file);
  }

  @TearDown
  public void remove() throws IOException {
    bucket().close();
    Files.delete(file);
  }

  /// Excludes the end of the file, which waits for the disk.
  @Benchmark
  @OperationsPerInvocation(SERIES)
  public void add() throws IOException {
    write(false);
  }

  @Benchmark
  @OperationsPerInvocation(SERIES)
  public long openAndWalk() throws IOException {
    var sum = new long[1];
    try (var opened = BucketFile.open(file)) {
      opened.forEachSeries((_, hash, names, count) -> sum[0] += hash + names[count - 1]);
    }
    return sum[0];
  }

  @Benchmark
  @OperationsPerInvocation(SERIES)
  public long walk() {
    var sum = new long[1];
    bucket().forEachSeries((_, hash, names, count) -> sum[0] += hash + names[count - 1]);
    return sum[0];
  }

  @Benchmark
  @OperationsPerInvocation(SERIES)
  public double read() {
    BucketFile bucket = bucket();
    double sum = 0;
    for (int entry = 0; entry < SERIES; entry++) {
      buffer.clear();
      bucket.read(entry, buffer);
      sum += buffer.values()[0] + buffer.timestamps()[0];
    }
    return sum;
  }

  private BucketFile bucket() {
    return Objects.requireNonNull(bucket);
  }

  private void write(boolean finish) throws IOException {
    try (var writer = new BucketFileWriter(file, INFO, metrics, pairs)) {
      for (int i = 0; i < SERIES; i++) {
        writer.add(i, terms[i], terms[i].length, series[i]);
      }
      if (finish) {
        writer.finish();
      }
    }
  }

  private static List<byte[]> names(String format, int count) {
    return IntStream.range(0, count).mapToObj(i -> format.formatted(i).getBytes(UTF_8)).toList();
  }
}
