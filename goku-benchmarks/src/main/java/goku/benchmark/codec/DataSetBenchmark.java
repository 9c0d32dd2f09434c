package goku.benchmark.codec;

import goku.codec.block.ValueDecoder;
import goku.codec.block.ValueEncoder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// All blocks of 120 values of a data set in turn, encoded and decoded; times are per value. Needs
/// `-p directory=<directory of the data sets>`, see `SizeReport`.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DataSetBenchmark {
  private static final int POINTS = 120;
  private static final int DEVOPS_HOSTS = 10;

  @Param("")
  private String directory = "";

  @Param({
    "realAWSCloudwatch",
    "realKnownCause",
    "realTraffic",
    "realTweets",
    "realAdExchange",
    "hostcapture",
    "devops"
  })
  private String data = "";

  private final Arena arena = Arena.ofShared();
  private final ValueEncoder encoder = new ValueEncoder();
  private final double[] decoded = new double[POINTS];
  private final byte[] bytes = new byte[ValueEncoder.maxBytes(POINTS)];
  private double[][] blocks = {};
  private int[] offsets = {};
  private MemorySegment encoded = MemorySegment.NULL;
  private int next;

  @Setup(Level.Trial)
  public void fill() throws IOException {
    List<double[]> whole = new ArrayList<>();
    for (DataSet.Series series : read().series()) {
      double[] values = series.values;
      for (int from = 0; from + POINTS <= values.length; from += POINTS) {
        whole.add(Arrays.copyOfRange(values, from, from + POINTS));
      }
    }
    blocks = whole.toArray(double[][]::new);
    offsets = new int[blocks.length];
    var all = new byte[blocks.length * bytes.length + ValueDecoder.READ_AHEAD_BYTES];
    int end = 0;
    for (int i = 0; i < blocks.length; i++) {
      offsets[i] = end;
      end = encoder.encode(blocks[i], POINTS, all, end);
    }
    encoded = arena.allocate(end + ValueDecoder.READ_AHEAD_BYTES);
    MemorySegment.copy(MemorySegment.ofArray(all), 0, encoded, 0, end);
  }

  private DataSet read() throws IOException {
    return switch (data) {
      case "devops" -> DevopsData.generate(DEVOPS_HOSTS, POINTS);
      case "hostcapture" ->
          HostCapture.read(Path.of(directory, "hostcapture", "host_metrics_10s.tsv.gz"));
      default ->
          NabData.read(Path.of(directory, "nab")).stream()
              .filter(set -> set.name().equals(data))
              .findFirst()
              .orElseThrow();
    };
  }

  @TearDown(Level.Trial)
  public void free() {
    arena.close();
  }

  @Benchmark
  @OperationsPerInvocation(POINTS)
  public int encode() {
    return encoder.encode(blocks[nextBlock()], POINTS, bytes, 0);
  }

  @Benchmark
  @OperationsPerInvocation(POINTS)
  public double[] decode() {
    ValueDecoder.decode(encoded, offsets[nextBlock()], POINTS, decoded, 0);
    return decoded;
  }

  private int nextBlock() {
    next++;
    if (next >= blocks.length) {
      next = 0;
    }
    return next;
  }
}
