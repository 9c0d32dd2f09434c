package goku.root.routing;

import goku.model.Holes;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.ShardId;
import goku.model.Store;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.Grouping;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import goku.query.partial.PartialStream;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.grpc.PreparedNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
import org.openjdk.jmh.annotations.Warmup;

/// A benchmark of the cost that routing adds to a call. Two nodes in this process answer
/// immediately. Both have a replica of each shard, so calls can be hedged. One shard is read from
/// one node, and eight shards from both.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RoutingBenchmark {
  private static final QueryLimits LIMITS =
      new QueryLimits(1_000_000, 1_000_000_000, Duration.ofMinutes(1));

  private static final int GROUPS_PER_NODE = 100;
  private static final QueryWindow WINDOW = QueryWindow.of(new TimeRange(0, 60_000), null);
  private static final NodeQuery QUERY =
      new NodeQuery(
          new SeriesFilter("cpu", List.of(), false),
          new SeriesStages(null, null, WINDOW),
          new Grouping(Set.of("host"), Aggregator.SUM, false, WINDOW, false),
          false,
          Resolution.RAW);

  private static final Map<String, StorageNode> NODES =
      Map.of("left", node("left"), "right", node("right"));

  @Param({"1", "8"})
  public int shards = 1;

  private final QueryMemory memory = new QueryMemory(1L << 30);
  private final StorageNode router =
      new ReplicaRouter(
          Store.SHORT_TERM,
          shard -> List.of(replica("left", shard), replica("right", shard)),
          replica -> Objects.requireNonNull(NODES.get(replica.node())),
          "zone",
          RoutingConfig.DEFAULT,
          new SimpleMeterRegistry(),
          InstantSource.system());

  private List<ShardId> called = List.of();

  @Setup
  public void setUp() {
    called = IntStream.range(0, shards).mapToObj(shard -> new ShardId("default", shard)).toList();
  }

  /// Creates a node with groups that no other node has, so that merging them costs little.
  private static StorageNode node(String name) {
    return new PreparedNode(
        IntStream.range(0, GROUPS_PER_NODE)
            .mapToObj(i -> group(List.of(new Tag("host", "%s-%05d".formatted(name, i)))))
            .toList());
  }

  private static GroupPartial group(List<Tag> tags) {
    return new GroupPartial(
        new GroupKey(tags),
        new GroupTags(tags, List.of()),
        List.of(),
        new Contribution.Members(List.of()));
  }

  private static Replica replica(String node, ShardId shard) {
    var health = new ShardHealth(shard, ShardState.SERVING, 0, Holes.NONE);
    return new Replica(node, "zone", node + ":1", health);
  }

  /// Reads all groups of a query.
  @Benchmark
  public int stream() throws InterruptedException {
    int groups = 0;
    try (var control = new QueryControl(LIMITS, memory);
        PartialStream stream = router.query(called, QUERY, control)) {
      while (stream.next() != null) {
        groups++;
      }
    }
    return groups;
  }

  /// Makes a call with one answer.
  @Benchmark
  public SuggestedNames unary() {
    return router.suggest(called, NameKind.METRIC, "", 10);
  }
}
