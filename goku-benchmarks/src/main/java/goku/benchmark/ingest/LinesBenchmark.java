package goku.benchmark.ingest;

import goku.ingest.parse.Datapoint;
import goku.ingest.parse.PointHandler;
import goku.ingest.parse.PutRecordReader;
import goku.ingest.parse.Rejection;
import goku.ingest.parse.SeriesNameRules;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.BatchLimits;
import goku.ingest.routing.Intake;
import goku.ingest.routing.Router;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Sharding;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// A benchmark of put lines that are parsed, routed to their shards and gathered into batches of
/// 10,000. The time is per datapoint.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class LinesBenchmark implements PointHandler {
  private static final int LINES = 100;
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);

  @Param({"1000"})
  private int hosts;

  /// True if neighbouring lines belong to random hosts, unlike those of agents.
  @Param({"false", "true"})
  private boolean shuffled;

  private final PutRecordReader reader =
      new PutRecordReader(SeriesNameRules.generous(32, 1 << 10, 8 << 10), 64 << 10);
  private long sent;
  private final Router router = new Router(namespaces());
  private final Intake intake =
      new Intake(
          () -> router,
          new BatchAccumulator(
              new BatchLimits(10_000, 1 << 20),
              (topic, partition, batch, datapoints) -> sent += batch.length,
              FormatLevel.newest()),
          InstantSource.fixed(NOW),
          Duration.ofMinutes(10),
          new Live<>(Blocklist.NONE));
  private List<byte[]> records = List.of();
  private int next;

  @Setup
  public void setUp() {
    records = DevopsRecords.of(hosts, NOW.getEpochSecond(), LINES, shuffled);
  }

  @Benchmark
  @OperationsPerInvocation(LINES)
  public long read() {
    intake.begin();
    reader.read(ByteBuffer.wrap(records.get(next)), this);
    next = next + 1 == records.size() ? 0 : next + 1;
    return sent;
  }

  @Override
  public @Nullable Rejection accept(Datapoint point) {
    return intake.take(point);
  }

  @Override
  public void rejected(Rejection rejection, byte[] source, int offset, int length) {
    throw new IllegalStateException(rejection.message());
  }

  private static Namespaces namespaces() {
    return new Namespaces(
        List.of(
            new Namespace(
                "ns1",
                true,
                Duration.ofHours(2),
                Duration.ofDays(1),
                Optional.empty(),
                "goku-ns1",
                "goku-ns1",
                new Sharding(2, 2),
                List.of())));
  }
}
