package goku.compactor.merge;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SeriesSink;
import goku.compactor.series.SortedSource;
import goku.format.bucket.BucketFileWriter;
import goku.format.bucket.BucketInfo;
import goku.model.PointBuffer;
import goku.model.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

/// Three windows of 1,000 series with 10 tags are read, verified, merged and rolled up to 15
/// minutes, but not written; times are per series.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MergeBenchmark {
  private static final int SERIES = 1000;
  private static final int TAGS = 10;
  private static final int WINDOWS = 3;
  private static final long WINDOW_MILLIS = Tier.MEMORY_BUCKET.toMillis();
  private static final long QUARTER_MILLIS = 900_000;

  /// Datapoints of a series in a window.
  @Param({"120", "12"})
  private int points;

  @Param({"true", "false"})
  private boolean rollups;

  private final List<Path> files = new ArrayList<>();

  @Setup
  public void write() throws IOException {
    for (int window = 0; window < WINDOWS; window++) {
      Path file = Files.createTempFile("bucket", ".goku");
      write(file, window * WINDOW_MILLIS);
      files.add(file);
    }
  }

  @TearDown
  public void remove() throws IOException {
    for (Path file : files) {
      Files.delete(file);
    }
  }

  @Benchmark
  @OperationsPerInvocation(SERIES)
  public long merge() throws IOException, InterruptedException {
    List<SortedSource> sources = new ArrayList<>();
    for (Path file : files) {
      sources.add(BucketFileSource.open(file));
    }
    var sink = new Counter();
    var content = new Content(true, rollups ? QUARTER_MILLIS : 0);
    SeriesMerge.run(sources, content, 0, WINDOWS * WINDOW_MILLIS, sink, _ -> {});
    for (SortedSource source : sources) {
      source.close();
    }
    return sink.count;
  }

  private void write(Path file, long start) throws IOException {
    var info = new BucketInfo("benchmark", 0, start, WINDOW_MILLIS, 1);
    List<byte[]> pairs =
        IntStream.range(0, SERIES * TAGS)
            .mapToObj("key=%07d"::formatted)
            .map(key -> key.getBytes(UTF_8))
            .toList();
    var buffer = new PointBuffer();
    int[] terms = new int[1 + TAGS];
    try (var writer = new BucketFileWriter(file, info, List.of(new byte[] {'m'}), pairs)) {
      for (int series = 0; series < SERIES; series++) {
        for (int tag = 0; tag < TAGS; tag++) {
          // a tag has the more values the later it comes
          terms[1 + tag] = 1 + tag * SERIES + (series >> (TAGS - 1 - tag));
        }
        buffer.clear();
        for (int i = 0; i < points; i++) {
          buffer.add(start + i * (WINDOW_MILLIS / points), (series * 31 + i * 17) % 1000 / 10.0);
        }
        writer.add(series, terms, terms.length, buffer);
      }
      writer.finish();
    }
  }

  private static final class Counter implements SeriesSink {
    private long count;

    @Override
    public void metric(byte[] utf8) {
      count++;
    }

    @Override
    public void pair(byte[] utf8) {
      count++;
    }

    @Override
    public void add(
        long hash, int[] terms, int termCount, PointBuffer points, RollupBuffer rollups) {
      count += points.size() + rollups.size();
    }
  }
}
