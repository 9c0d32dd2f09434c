package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.config.ConfigLoader;
import goku.http.HttpRequest;
import goku.http.Routes;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.Disk;
import goku.model.Live;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.SharedSettings;
import goku.query.shard.ShardData;
import goku.root.deletion.DeleteLog;
import goku.root.deletion.Deleter;
import goku.root.deletion.Deleters;
import goku.root.deletion.RefusedDeleter;
import goku.root.planning.Boundary;
import goku.root.planning.Stores;
import goku.root.queried.QueriedMetrics;
import goku.root.queried.QueriedStore;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replica;
import goku.rpc.Replicas;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.telemetry.Check;
import goku.testkit.namespace.NamespaceBuilder;
import goku.testkit.shard.MemoryShards;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// A root before two nodes that hold all shards in memory, asked without a network. If a namespace
/// has a disk, there is a third node that stands for GokuL.
public final class RootFixture implements AutoCloseable {
  public static final RootConfig DEFAULTS = config();

  private static final Duration DELETE_TIMEOUT = Duration.ofSeconds(10);

  private final List<LocalStorageNode> nodes = new ArrayList<>();
  private final Set<ShardId> lost = new HashSet<>();
  private final Set<ShardId> lostOnDisk = new HashSet<>();
  private final MemoryShards shards;
  private final MemoryShards disk;
  private final Live<Namespaces> live;
  private UnaryOperator<ShardData> onDisk = UnaryOperator.identity();
  private final MemoryLog log;
  private final RootService root;
  private final Routes routes = new Routes();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final QueriedMetrics queried;
  private final SharedSettings shared;

  public RootFixture(RootConfig config, Instant now, Namespace... namespaces) {
    var all = new Namespaces(List.of(namespaces));
    live = new Live<>(all);
    shared = new SharedSettings(live, new Live<>(Blocklist.NONE));
    queried = new QueriedMetrics(() -> now);
    shards = new MemoryShards(all);
    nodes.add(new LocalStorageNode(shards::shard, 1));
    nodes.add(new LocalStorageNode(shards::shard, 2));
    disk = MemoryShards.ofDisk(all);
    var diskNode = new LocalStorageNode(id -> disk.shard(id).map(onDisk), 2);
    nodes.add(diskNode);
    var diskReplicas = Replicas.of(diskNode, shard -> !lostOnDisk.contains(shard));
    boolean hasDisk = all.all().stream().anyMatch(namespace -> namespace.disk().isPresent());
    log = new MemoryLog(all, shards);
    var replicas =
        new Replicas(this::replicas, replica -> nodes.get(replica.health().shard().shard() % 2));
    root =
        new RootService(
            config,
            shared,
            new StoreReplicas(replicas, hasDisk ? diskReplicas : null, "here"),
            stores ->
                new RootService.Writes(
                    deleter(config, stores, now), null, new QueriedStore(queried, null, meters)),
            meters,
            () -> now);
    root.addRoutes(routes);
  }

  private Deleter deleter(RootConfig config, Stores stores, Instant now) {
    return config.allowDelete()
        ? Deleters.of(
            live::current,
            stores,
            new DeleteLog(log),
            new Boundary(() -> now),
            () -> now,
            DELETE_TIMEOUT)
        : new RefusedDeleter("allow_delete=false");
  }

  /// Every second shard is on the other node.
  private List<Replica> replicas(ShardId shard) {
    var health = new ShardHealth(shard, ShardState.SERVING, 0, Long.MIN_VALUE);
    String node = "node-" + shard.shard() % 2;
    return lost.contains(shard) ? List.of() : List.of(new Replica(node, "here", node, health));
  }

  /// The defaults, and what flags such as `--max-series=9` say.
  public static RootConfig config(String... flags) {
    return ConfigLoader.defaults(RootConfig.class, flags);
  }

  public static Namespace namespace(String name, Sharding sharding, MetricPrefix... metrics) {
    return NamespaceBuilder.namespace(name)
        .isDefault(metrics.length == 0)
        .s3Bucket("goku")
        .sharding(sharding)
        .metrics(List.of(metrics))
        .build();
  }

  /// The same namespace with GokuL.
  static Namespace onDisk(Namespace namespace, Sharding sharding) {
    return NamespaceBuilder.like(namespace)
        .disk(new Disk(Duration.ofDays(24), List.of(), Duration.ofDays(80), Optional.of(sharding)))
        .build();
  }

  public void put(SeriesName name, long timestampMillis, double value) {
    shards.put(name, timestampMillis, value);
  }

  void putOnDisk(SeriesName name, long timestampMillis, double value) {
    disk.put(name, timestampMillis, value);
  }

  /// From now on the root goes by these, of those that the shards were made for.
  void use(Namespace... namespaces) {
    live.replace(new Namespaces(List.of(namespaces)));
  }

  /// From now on GokuL answers from what this makes of its shards.
  void readDisk(UnaryOperator<ShardData> by) {
    onDisk = by;
  }

  /// From now on no node serves the shard of GokuL.
  void loseOnDisk(ShardId shard) {
    lostOnDisk.add(shard);
  }

  MemoryShards disk() {
    return disk;
  }

  /// From now on these are blocked.
  void block(BlockRule... rules) {
    shared.blocklist().replace(new Blocklist(Set.of(rules)));
  }

  /// From now on no node serves the shard.
  void lose(ShardId shard) {
    lost.add(shard);
  }

  /// What deletes are written to.
  MemoryLog log() {
    return log;
  }

  /// Starts the root, which then knows what was queried before: nothing.
  void begin() {
    root.start();
  }

  /// What all services share.
  SharedSettings shared() {
    return shared;
  }

  /// When each metric was last asked for.
  QueriedMetrics queried() {
    return queried;
  }

  MemoryShards shards() {
    return shards;
  }

  Check check() {
    return root.check();
  }

  /// For a server before the root.
  Routes routes() {
    return routes;
  }

  SimpleMeterRegistry meters() {
    return meters;
  }

  /// @param parameters name, value, name, value..
  Reply get(String path, String... parameters) throws Exception {
    return send("GET", path, parameters);
  }

  /// A request without a body.
  Reply send(String method, String path, String... parameters) throws Exception {
    Map<String, List<String>> map = new LinkedHashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      map.computeIfAbsent(parameters[i], first -> new ArrayList<>()).add(parameters[i + 1]);
    }
    return answer(new HttpRequest(method, path, map, Map.of(), new byte[0], "test"));
  }

  Reply post(String path, String json) throws Exception {
    return answer(new HttpRequest("POST", path, Map.of(), Map.of(), json.getBytes(UTF_8), "test"));
  }

  public Reply answer(HttpRequest request) throws Exception {
    return Reply.to(request, routes);
  }

  /// Empty when the request is not for an event loop.
  public Optional<Reply> onEventLoop(HttpRequest request) throws Exception {
    return Reply.onEventLoop(request, routes);
  }

  @Override
  public void close() {
    root.close();
    nodes.forEach(LocalStorageNode::close);
  }
}
