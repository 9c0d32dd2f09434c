package goku.benchmark.ingest;

import goku.format.batch.BatchWriter;
import goku.index.IndexLimits;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.node.NodeResources;
import goku.shortterm.shard.Shard;
import goku.standalone.bench.devops.DevopsReadings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// A reading of all series, which are known, put into a shard in batches of at most 10,000, as they
/// come from the log. `Points.appended` is datapoints a second.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ShardBenchmark {
  private static final int BATCH = 10_000;
  private static final int DISTINCT_READINGS = 8;
  private static final long STEP_MILLIS = 1000;
  private static final long START_MILLIS = Duration.ofDays(20_000).toMillis();

  /// The offset of the base timestamp in the batch's header, by which a batch is moved to another
  /// time.
  private static final int BASE_OFFSET = 8;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// Each has 101 series.
  @Param({"10", "1000"})
  private int hosts;

  private final List<List<byte[]>> readings = new ArrayList<>();
  private final SlabPool pool = new SlabPool(4L << 30);
  private final Shard shard = shard();
  private long nowMillis = START_MILLIS;
  private long offset;
  private int series;
  private int next;

  /// The counters beside the calls.
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Points {
    public long appended;
  }

  private Shard shard() {
    return new Shard(
        new ShardId("ns1", 0),
        Duration.ofDays(1),
        new NodeResources(
            pool,
            new MemoryUse(Long.MAX_VALUE),
            IndexLimits.NONE,
            () -> Instant.ofEpochMilli(nowMillis),
            new SimpleMeterRegistry(),
            Runnable::run,
            System::nanoTime),
        new NoFiles());
  }

  @Setup
  public void setUp() {
    var devops = new DevopsReadings(hosts, 1);
    series = hosts * devops.fields().size();
    List<byte[]> names = new ArrayList<>();
    for (var host : devops.hosts()) {
      for (var field : devops.fields()) {
        names.add(SeriesName.of(field.metric(), host.tags()).bytes());
      }
    }
    for (int i = 0; i < DISTINCT_READINGS; i++) {
      readings.add(reading(devops, names));
      devops.advance();
    }
  }

  private static List<byte[]> reading(DevopsReadings devops, List<byte[]> names) {
    List<byte[]> batches = new ArrayList<>();
    var batch = new BatchWriter();
    int fields = devops.fields().size();
    for (int i = 0; i < names.size(); i++) {
      SeriesName name = SeriesName.ofCanonical(names.get(i));
      batch.add(name, START_MILLIS, devops.value(i / fields, i % fields));
      if (batch.count() == BATCH) {
        batches.add(batch.toBytes());
        batch.clear();
      }
    }
    batches.add(batch.toBytes());
    return batches;
  }

  @Benchmark
  public void reading(Points points) {
    nowMillis += STEP_MILLIS;
    for (byte[] batch : readings.get(next)) {
      LONG.set(batch, BASE_OFFSET, nowMillis);
      shard.apply(batch, offset++, nowMillis);
    }
    next = (next + 1) % DISTINCT_READINGS;
    points.appended += series;
  }

  @TearDown
  public void tearDown() {
    shard.close();
    pool.close();
  }

  /// Nothing is finalized.
  private static final class NoFiles implements BucketOutput {
    @Override
    public boolean wantsAll() {
      return false;
    }

    @Override
    public boolean isInTiers(FinalizedPart part) {
      return true;
    }

    @Override
    public Path path(long startMillis, int generation) {
      throw new IllegalStateException("a bucket was finalized");
    }

    @Override
    public void finalized(FinalizedPart part) {}

    @Override
    public void dropped(FinalizedPart part) {}
  }
}
