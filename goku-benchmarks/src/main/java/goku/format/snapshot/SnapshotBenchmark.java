package goku.format.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.roaringbitmap.RoaringBitmap;

/// A snapshot of streams of 100 bytes, one for each series of eleven tags; times are per stream,
/// and hold what a series takes.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SnapshotBenchmark {
  private static final int STREAMS = 100_000;
  private static final int TAGS = 11;
  private static final int TERMS = 5000;
  private static final int BITS = 800;
  private static final long START = 1_700_006_400_000L;

  private static final SnapshotInfo INFO = new SnapshotInfo("ns1", 0, 0, 0, List.of());

  private final StreamImage image = new StreamImage();
  private Path directory = Path.of("");
  private Path file = Path.of("");

  @Setup(Level.Trial)
  public void fill() throws IOException {
    var random = new Random(1);
    long[] words = image.begin(60, BITS);
    for (int i = 0; i < image.wordCount(); i++) {
      words[i] = random.nextLong();
    }
    words[image.finishedWords()] &= -1L << 32;
    long value = Double.doubleToRawLongBits(50.25);
    image.setState(0, START / 1000 + 3600, 60, value, 12, 40);
    directory = Files.createTempDirectory("snapshot");
    file = directory.resolve("read");
    write(file);
    System.out.printf(
        "%.1f bytes a stream and its series, 100 of them the stream's bits%n",
        Files.size(file) / (double) STREAMS);
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    Files.deleteIfExists(directory.resolve("written"));
    Files.delete(file);
    Files.delete(directory);
  }

  @Benchmark
  @OperationsPerInvocation(STREAMS)
  public void write() throws IOException {
    write(directory.resolve("written"));
  }

  private void write(Path to) throws IOException {
    int[] terms = new int[TAGS + 1];
    try (var writer = new SnapshotWriter(to, INFO)) {
      for (int i = 0; i < TERMS; i++) {
        writer.pair(("key=value" + i).getBytes(UTF_8));
      }
      for (int i = 0; i < STREAMS; i++) {
        for (int n = 0; n <= TAGS; n++) {
          terms[n] = (n * 400 + i % 100 * n) % TERMS;
        }
        writer.series(i * 0x9E37_79B9_7F4A_7C15L, terms, terms.length);
      }
      writer.streams(START, false);
      for (int i = 0; i < STREAMS; i++) {
        writer.stream(i, image);
      }
      writer.finish();
    }
  }

  @Benchmark
  @OperationsPerInvocation(STREAMS)
  public void verify() throws IOException {
    SnapshotReader.verify(file);
  }

  @Benchmark
  @OperationsPerInvocation(STREAMS)
  public long read() throws IOException {
    var sum = new Sum();
    SnapshotReader.read(file, sum);
    return sum.sum;
  }

  /// A visitor that reads all it receives.
  private static final class Sum implements SnapshotReader.Visitor {
    private long sum;

    @Override
    public void metric(byte[] utf8) {
      sum += utf8.length;
    }

    @Override
    public void pair(byte[] utf8) {
      sum += utf8.length;
    }

    @Override
    public void series(long hash, int[] terms, int termCount) {
      sum += hash + terms[termCount - 1];
    }

    @Override
    public void removed(long startMillis, RoaringBitmap entries) {
      sum += startMillis;
    }

    @Override
    public void streams(long startMillis, boolean sealed) {
      sum += startMillis;
    }

    @Override
    public void stream(int series, StreamImage image) {
      sum += series + image.words()[0];
    }
  }
}
