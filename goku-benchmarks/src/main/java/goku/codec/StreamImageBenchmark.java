package goku.codec;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
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

/// Images of streams of two decimal places every 60 s, and streams restored from them; times are
/// per stream. 60 datapoints take about 100 bytes.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StreamImageBenchmark {
  private static final long POOL_BYTES = 64L << 20;

  /// Streams that share the slabs of a bucket before it is dropped.
  private static final int STREAMS_A_BUCKET = 10_000;

  @Param({"20", "60", "120"})
  private int points;

  private final SlabPool pool = new SlabPool(POOL_BYTES);
  private final MemoryUse use = new MemoryUse(Long.MAX_VALUE);
  private final Blocks filled = new Blocks(pool, use);
  private final GorillaReader reader = new GorillaReader(filled, 0);
  private final StreamImage image = new StreamImage();
  private final StreamImage restored = new StreamImage();
  private Blocks blocks = new Blocks(pool, use);
  private GorillaWriter writer = new GorillaWriter(blocks, 0);
  private int streams;
  private int stream;

  @Setup(Level.Trial)
  public void fill() {
    var random = new Random(1);
    var filler = new GorillaWriter(filled, 0);
    stream = filler.create();
    double value = 50;
    for (int i = 0; i < points; i++) {
      if (random.nextInt(4) == 0) {
        value = Math.rint(random.nextGaussian() * 1000 + 5000) / 100;
      }
      filler.append(stream, i * 60_000L, value);
    }
    reader.image(stream, restored);
  }

  @TearDown(Level.Trial)
  public void free() {
    System.out.printf("%d datapoints in %d bits%n", restored.count(), restored.bits());
    blocks.close();
    filled.close();
    pool.close();
  }

  @Benchmark
  public boolean image() {
    return reader.image(stream, image);
  }

  @Benchmark
  public int restore() {
    if (++streams % STREAMS_A_BUCKET == 0) {
      blocks.close();
      blocks = new Blocks(pool, use);
      writer = new GorillaWriter(blocks, 0);
    }
    return writer.restore(restored);
  }
}
