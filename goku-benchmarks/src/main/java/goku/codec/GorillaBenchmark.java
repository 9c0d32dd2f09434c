package goku.codec;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import goku.model.PointBuffer;
import java.util.Random;
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

/// Streams of two hours at 60 s, appended and decoded; times are per datapoint. Decoded are many,
/// as a processor remembers the jumps of a few.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GorillaBenchmark {
  private static final int POINTS = 120;
  private static final long POOL_BYTES = 64L << 20;

  /// Streams that share the slabs of a bucket before it is dropped.
  private static final int STREAMS_A_BUCKET = 1000;

  @Param({"constant", "counter", "gauge", "whole", "random"})
  private String kind = "";

  private final double[] values = new double[POINTS];
  private final PointBuffer buffer = new PointBuffer();
  private final SlabPool pool = new SlabPool(POOL_BYTES);
  private final MemoryUse use = new MemoryUse(Long.MAX_VALUE);
  private Blocks blocks = new Blocks(pool, use);
  private Blocks filled = new Blocks(pool, use);
  private GorillaWriter writer = new GorillaWriter(blocks, 0);
  private GorillaReader reader = new GorillaReader(filled, 0);
  private int streams;
  private final int[] decoded = new int[STREAMS_A_BUCKET];
  private int next;

  @Setup(Level.Trial)
  public void fill() {
    var random = new Random(1);
    filled = new Blocks(pool, use);
    reader = new GorillaReader(filled, 0);
    var filler = new GorillaWriter(filled, 0);
    for (int stream = 0; stream < decoded.length; stream++) {
      draw(random);
      decoded[stream] = filler.create();
      for (int i = 0; i < POINTS; i++) {
        filler.append(decoded[stream], i * 60_000L, values[i]);
      }
    }
  }

  private void draw(Random random) {
    double walk = 50;
    for (int i = 0; i < POINTS; i++) {
      walk += Math.rint(random.nextGaussian() * 100) / 100;
      values[i] =
          switch (kind) {
            case "constant" -> 42;
            case "counter" -> 1_000_000 + i * 60L + random.nextInt(30);
            case "gauge" -> Math.rint(walk * 100) / 100;
            case "whole" -> Math.rint(walk);
            default -> random.nextDouble();
          };
    }
  }

  @TearDown(Level.Trial)
  public void free() {
    blocks.close();
    filled.close();
    pool.close();
  }

  @Benchmark
  @OperationsPerInvocation(POINTS)
  public boolean append() {
    if (++streams % STREAMS_A_BUCKET == 0) {
      blocks.close();
      blocks = new Blocks(pool, use);
      writer = new GorillaWriter(blocks, 0);
    }
    int into = writer.create();
    boolean all = true;
    for (int i = 0; i < POINTS; i++) {
      all &= writer.append(into, i * 60_000L, values[i]);
    }
    return all;
  }

  @Benchmark
  @OperationsPerInvocation(POINTS)
  public int decode() {
    buffer.clear();
    reader.read(another(), buffer);
    return buffer.size();
  }

  private int another() {
    next = (next + 1) % decoded.length;
    return decoded[next];
  }
}
