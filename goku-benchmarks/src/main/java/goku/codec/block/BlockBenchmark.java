package goku.codec.block;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// One block of values or timestamps, encoded and decoded; times are per block.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BlockBenchmark {
  @Param({"constant", "counter", "gauge", "ulps", "spikes", "few", "random"})
  private String kind = "";

  @Param({"6", "24", "120"})
  private int points;

  private final Arena arena = Arena.ofShared();
  private final ValueEncoder valueEncoder = new ValueEncoder();
  private final TimestampEncoder timestampEncoder = new TimestampEncoder();
  private double[] values = {};
  private long[] timestamps = {};
  private double[] decodedValues = {};
  private long[] decodedTimestamps = {};
  private byte[] bytes = {};
  private MemorySegment valueBlock = MemorySegment.NULL;
  private MemorySegment timestampBlock = MemorySegment.NULL;

  @Setup(Level.Trial)
  public void fill() {
    values = new double[points];
    timestamps = new long[points];
    decodedValues = new double[points];
    decodedTimestamps = new long[points];
    bytes = new byte[ValueEncoder.maxBytes(points)];
    var random = new Random(1);
    double walk = 50;
    for (int i = 0; i < points; i++) {
      walk += random.nextGaussian();
      values[i] =
          switch (kind) {
            case "constant" -> 42;
            case "counter" -> 1_000_000 + i * 60L + random.nextInt(30);
            case "gauge" -> Math.rint(walk * 100) / 100;
            case "ulps" -> Math.rint(walk * 500) * 0.002;
            case "spikes" ->
                random.nextInt(10) == 0 ? random.nextInt(1_000_000) : random.nextInt(9);
            case "few" -> Math.sqrt(random.nextInt(4));
            default -> random.nextDouble();
          };
      long jitter = kind.equals("constant") ? 0 : random.nextInt(300);
      timestamps[i] = i * 60_000L + jitter;
    }
    valueBlock = block(valueEncoder.encode(values, points, bytes, 0));
    timestampBlock = block(timestampEncoder.encode(timestamps, points, 0, bytes, 0));
  }

  private MemorySegment block(int length) {
    MemorySegment block = arena.allocate(length + ValueDecoder.READ_AHEAD_BYTES);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, block, 0, length);
    return block;
  }

  @TearDown(Level.Trial)
  public void free() {
    arena.close();
  }

  @Benchmark
  public int encodeValues() {
    return valueEncoder.encode(values, points, bytes, 0);
  }

  @Benchmark
  public double[] decodeValues() {
    ValueDecoder.decode(valueBlock, 0, points, decodedValues, 0);
    return decodedValues;
  }

  @Benchmark
  public int encodeTimestamps() {
    return timestampEncoder.encode(timestamps, points, 0, bytes, 0);
  }

  @Benchmark
  public long[] decodeTimestamps() {
    TimestampDecoder.decode(timestampBlock, 0, points, 0, decodedTimestamps, 0);
    return decodedTimestamps;
  }
}
