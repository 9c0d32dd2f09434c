package goku.rpc.grpc;

import goku.config.ConfigLoader;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.ShardId;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesPartial;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import goku.query.partial.PartialPlan;
import goku.query.partial.PartialStream;
import goku.rpc.StorageNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// A benchmark of the cost of an answer from another process over loopback, compared with this
/// process. The groups are prepared on the node, so the local time is nearly zero.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RemoteQueryBenchmark {
  private static final long MINUTE = 60_000;
  private static final List<ShardId> SHARDS = List.of(new ShardId("default", 0));
  private static final QueryLimits LIMITS =
      new QueryLimits(1_000_000, 1_000_000_000, Duration.ofMinutes(1));

  /// States with values, errors, and one count: 16 bytes a slot. Series: 16 bytes a datapoint.
  public enum Shape {
    /// 23 KB.
    ONE_GROUP_OF_1440(1, 1440, false),
    /// 0.4 MB.
    GROUPS_1000_OF_24(1000, 24, false),
    /// 4 MB.
    GROUPS_10000_OF_24(10_000, 24, false),
    /// 28 MB.
    SERIES_200_OF_8640(200, 8640, true);

    private final int groups;
    private final int slots;
    private final boolean series;

    Shape(int groups, int slots, boolean series) {
      this.groups = groups;
      this.slots = slots;
      this.series = series;
    }
  }

  @Param private Shape shape = Shape.ONE_GROUP_OF_1440;

  private final Random random = new Random(1);
  private final QueryMemory memory = new QueryMemory(1L << 30);
  private final NodeClients clients = new NodeClients(ConfigLoader.defaults(RpcClientConfig.class));
  private NodeQuery query = query(1, false);
  private StorageNode local = new PreparedNode(List.of());
  private NodeServer server = serve(local);
  private StorageNode remote = local;

  private static NodeQuery query(int slots, boolean series) {
    var minutes = new Downsample(new Interval.Fixed(MINUTE), Aggregator.AVG, FillPolicy.NONE);
    var window = QueryWindow.of(new TimeRange(0, slots * MINUTE - 1), minutes);
    return new NodeQuery(
        new SeriesFilter("m", List.of(), false),
        new SeriesStages(minutes, null, window),
        new Grouping(Set.of("host"), Aggregator.SUM, false, window, false),
        series,
        Resolution.RAW);
  }

  private static NodeServer serve(StorageNode node) {
    var config = ConfigLoader.defaults(RpcConfig.class, "--bind=127.0.0.1", "--port=0");
    return new NodeServer(node, List::of, config, new SimpleMeterRegistry());
  }

  @Setup
  public void fill() {
    query = query(shape.slots, shape.series);
    var plan = PartialPlan.of(query);
    local =
        new PreparedNode(IntStream.range(0, shape.groups).mapToObj(i -> group(plan, i)).toList());
    server = serve(local);
    server.start();
    remote = clients.node("127.0.0.1:" + server.port());
  }

  @TearDown
  public void stop() {
    clients.close();
    server.close();
  }

  private GroupPartial group(PartialPlan plan, int number) {
    List<Tag> tags = List.of(new Tag("host", "host-%05d".formatted(number)));
    Contribution contribution;
    if (shape.series) {
      contribution = new Contribution.Members(List.of(SeriesPartial.of(tags, points(true), false)));
    } else {
      var state = plan.newAccumulator();
      for (int i = 0; i < 3; i++) {
        state.add(points(false), false);
      }
      contribution = new Contribution.Accumulated(state);
    }
    return new GroupPartial(
        new GroupKey(tags), new GroupTags(tags, List.of()), List.of(), contribution);
  }

  private PointBuffer points(boolean jittered) {
    var points = new PointBuffer();
    for (int i = 0; i < shape.slots; i++) {
      points.add(i * MINUTE + (jittered ? random.nextInt(1000) : 0), random.nextDouble());
    }
    return points;
  }

  private int ask(StorageNode node) throws InterruptedException {
    int groups = 0;
    try (var control = new QueryControl(LIMITS, memory);
        PartialStream stream = node.query(SHARDS, query, control)) {
      while (stream.next() != null) {
        groups++;
      }
    }
    if (groups != shape.groups) {
      throw new IllegalStateException("%d groups instead of %d".formatted(groups, shape.groups));
    }
    return groups;
  }

  @Benchmark
  public int local() throws InterruptedException {
    return ask(local);
  }

  @Benchmark
  public int remote() throws InterruptedException {
    return ask(remote);
  }
}
