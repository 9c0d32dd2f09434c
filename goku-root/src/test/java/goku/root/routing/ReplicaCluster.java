package goku.root.routing;

import goku.model.Holes;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Store;
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
import goku.query.merge.AggregatedPoints;
import goku.query.merge.GroupFinisher;
import goku.query.merge.GroupResult;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.choice.ShardGroup;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.StorageNode;
import goku.testkit.ManualClock;
import goku.testkit.shard.MemoryShard;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A cluster with four shards and forty hosts. Each host has series in all shards, and nodes fail
/// as configured. The root is in zone `a`.
final class ReplicaCluster implements AutoCloseable {
  static final List<ShardId> SHARDS =
      IntStream.range(0, 4).mapToObj(shard -> new ShardId("ns1", shard)).toList();
  static final int HOSTS = 40;

  /// A configuration with a limit of an hour, within which no call counts as slow.
  static final RoutingConfig PATIENT =
      new RoutingConfig(Duration.ofSeconds(5), 95, Duration.ofHours(1), Duration.ofHours(1));

  static final RoutingConfig HASTY =
      new RoutingConfig(Duration.ofSeconds(5), 95, Duration.ofMillis(1), Duration.ofMillis(1));

  /// A configuration whose delays follow the recorded latencies from a millisecond up to an hour.
  static final RoutingConfig MEASURING =
      new RoutingConfig(Duration.ofSeconds(5), 95, Duration.ofMillis(1), Duration.ofHours(1));

  static final long START = Duration.ofHours(100).toMillis();
  private static final QueryWindow WINDOW =
      QueryWindow.of(new TimeRange(START, START + 10_000), null);
  static final NodeQuery BY_HOST =
      new NodeQuery(
          new SeriesFilter("cpu", List.of(), false),
          new SeriesStages(null, null, WINDOW),
          new Grouping(Set.of("host"), Aggregator.SUM, false, WINDOW, false),
          false,
          Resolution.RAW);

  /// A query with a group for each of the 160 series.
  static final NodeQuery BY_SERIES =
      new NodeQuery(
          BY_HOST.filter(),
          BY_HOST.stages(),
          new Grouping(Set.of("host", "core"), Aggregator.SUM, false, WINDOW, false),
          false,
          Resolution.RAW);

  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final ManualClock clock = new ManualClock(Instant.ofEpochSecond(1_800_000_000));
  final QueryMemory memory = new QueryMemory(1L << 30);
  private final Map<ShardId, MemoryShard> shards = new HashMap<>();
  private final Map<String, FakeNode> nodes = new TreeMap<>();
  private final Map<ShardId, TreeMap<String, Replica>> map = new ConcurrentHashMap<>();
  private final AtomicLong stoodNanos = new AtomicLong();
  private volatile boolean timeStands;
  private volatile long tickNanos;

  /// The number of readings of the clock that measures silence.
  final AtomicLong clockReads = new AtomicLong();

  ReplicaCluster() {
    for (ShardId id : SHARDS) {
      var shard = new MemoryShard();
      shards.put(id, shard);
      for (int host = 0; host < HOSTS; host++) {
        var tags = Map.of("host", "h" + host, "core", "c" + id.shard());
        for (int i = 0; i < 3; i++) {
          shard.put(SeriesName.of("cpu", tags), START + i * 1000L, 1.5 * host + id.shard() + i);
        }
      }
    }
  }

  /// Adds a node that serves the given shards, or all shards if none are given.
  FakeNode node(String name, String zone, ShardId... some) {
    var node = new FakeNode(name, id -> Optional.ofNullable(shards.get(id)));
    nodes.put(name, node);
    for (ShardId shard : some.length == 0 ? SHARDS : List.of(some)) {
      mapped(
          shard,
          new Replica(
              name, zone, name + ":1", new ShardHealth(shard, ShardState.SERVING, 0, Holes.NONE)));
    }
    return node;
  }

  /// Sets the state of all shards of a node in the shard map.
  void says(String node, ShardState state, long lagMillis, Holes holes) {
    for (TreeMap<String, Replica> replicas : map.values()) {
      replicas.computeIfPresent(
          node,
          (name, old) ->
              new Replica(
                  name,
                  old.zone(),
                  old.address(),
                  new ShardHealth(old.health().shard(), state, lagMillis, holes)));
    }
  }

  private void mapped(ShardId shard, Replica replica) {
    map.computeIfAbsent(shard, first -> new TreeMap<>()).put(replica.node(), replica);
  }

  ReplicaRouter router(RoutingConfig config) {
    return new ReplicaRouter(routing(config));
  }

  StoreRouting routing(RoutingConfig config) {
    return new StoreRouting(
        Store.SHORT_TERM,
        shard -> List.copyOf(map.getOrDefault(shard, new TreeMap<>()).values()),
        replica -> nodeOf(replica.node()),
        "a",
        config,
        registry,
        clock,
        this::nanoTime);
  }

  /// Returns the requirements of `BY_HOST`.
  static ReadRequirements requirements(StoreRouting routing) {
    return routing.requirements(BY_HOST.stages().window().read());
  }

  /// Returns the first group of shards in their order, with the node that is called first.
  static ShardGroup firstGroup(StoreRouting routing) {
    return ShardGroup.of(routing.rank(SHARDS, requirements(routing))).getFirst();
  }

  /// Uses up the hedge budget.
  static void spendBudget(StoreRouting routing) {
    ShardGroup any = firstGroup(routing);
    while (routing.mayHedge(any)) {}
  }

  long nanoTime() {
    clockReads.incrementAndGet();
    return timeStands ? stoodNanos.addAndGet(tickNanos) : System.nanoTime();
  }

  /// Stops the clock, so that no node becomes silent for longer on a slow machine.
  void stopTime() {
    stoodNanos.set(System.nanoTime());
    timeStands = true;
  }

  /// Advances the stopped clock.
  void pass(Duration time) {
    stoodNanos.addAndGet(time.toNanos());
  }

  /// Advances the stopped clock at every reading from now on.
  void tick(Duration step) {
    tickNanos = step.toNanos();
  }

  private StorageNode nodeOf(String name) {
    return Objects.requireNonNull(nodes.get(name));
  }

  QueryControl control() {
    return control(10_000);
  }

  QueryControl control(long maxSeries) {
    return control(maxSeries, Duration.ofMinutes(1));
  }

  QueryControl control(long maxSeries, Duration timeout) {
    return new QueryControl(new QueryLimits(maxSeries, 1_000_000, timeout), memory);
  }

  /// The answer to a query.
  record Answer(
      List<String> groups,
      long series,
      long datapoints,
      List<ShardId> missing,
      long lagMillis,
      Holes holes) {}

  Answer answer(StorageNode asked) throws InterruptedException {
    return answer(asked, SHARDS);
  }

  Answer answer(StorageNode asked, List<ShardId> some) throws InterruptedException {
    try (QueryControl control = control();
        PartialStream stream = asked.query(some, BY_HOST, control)) {
      List<String> groups = rest(stream);
      return new Answer(
          groups,
          control.series(),
          control.datapoints(),
          stream.missing(),
          stream.lagMillis(),
          stream.holes());
    }
  }

  /// Returns the remaining groups with their values.
  static List<String> rest(PartialStream stream) throws InterruptedException {
    List<String> groups = new ArrayList<>();
    for (String group = next(stream); group != null; group = next(stream)) {
      groups.add(group);
    }
    return groups;
  }

  static @Nullable String next(PartialStream stream) throws InterruptedException {
    GroupPartial group = stream.next();
    if (group == null) {
      return null;
    }
    GroupResult result = new GroupFinisher(BY_HOST.grouping(), null).finish(group);
    var text = new StringBuilder(result.tags() + " " + result.aggregateTags());
    AggregatedPoints points = result.points();
    for (int i = 0; i < points.size(); i++) {
      text.append(' ').append(points.timestamp(i)).append('=').append(value(points, i));
    }
    return text.toString();
  }

  private static Number value(AggregatedPoints points, int i) {
    return points.integers() ? (Number) points.longValue(i) : (Number) points.doubleValue(i);
  }

  /// Returns the answer of a single node with all shards.
  Answer whole() throws InterruptedException {
    try (var node = new FakeNode("whole", id -> Optional.ofNullable(shards.get(id)))) {
      return answer(node);
    }
  }

  double count(String meter, String... tags) {
    return registry.get(meter).tags(tags).tag("store", "short").counter().count();
  }

  @Override
  public void close() {
    nodes.values().forEach(FakeNode::close);
  }
}
