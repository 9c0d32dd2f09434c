package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.config.ConfigLoader;
import goku.http.HttpRequest;
import goku.http.Routes;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.Disk;
import goku.model.FormatLevel;
import goku.model.Holes;
import goku.model.Live;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.SharedSettings;
import goku.query.shard.ShardData;
import goku.root.compacted.table.LoopedTable;
import goku.root.deletion.DeleteLog;
import goku.root.deletion.Deleter;
import goku.root.deletion.Deleters;
import goku.root.deletion.RefusedDeleter;
import goku.root.metadata.LoopedMetadata;
import goku.root.metadata.Metadata;
import goku.root.metadata.MetadataKey;
import goku.root.planning.Boundary;
import goku.root.planning.Holdings;
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
import goku.testkit.shard.TypedValue;
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
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A root with two nodes that have all shards in memory, called without a network. If a namespace
/// has disk tiers, a third node represents GokuL.
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
  private volatile long ingestLagMillis;
  private volatile Consumer<ShardId> whenAsked = _ -> {};
  private final RootService root;
  private final Routes routes = new Routes();
  private final LoopedTable<MetadataKey, Metadata> metadata = LoopedMetadata.of(1 << 20);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final QueriedMetrics queried;
  private final SharedSettings shared;
  private final MemoryRenames renames;

  public RootFixture(RootConfig config, Instant now, Namespace... namespaces) {
    var all = new Namespaces(List.of(namespaces));
    live = new Live<>(all);
    shared = new SharedSettings(live, new Live<>(Blocklist.NONE), FormatLevel.newest());
    queried = new QueriedMetrics(() -> now);
    shards = new MemoryShards(all);
    nodes.add(new LocalStorageNode(this::asked, 1));
    nodes.add(new LocalStorageNode(this::asked, 2));
    disk = MemoryShards.ofDisk(all);
    var diskNode = new LocalStorageNode(id -> disk.shard(id).map(onDisk), 2);
    nodes.add(diskNode);
    var diskReplicas =
        Replicas.of(
            diskNode,
            shard -> lostOnDisk.contains(shard) ? Optional.empty() : Optional.of(Holes.NONE));
    boolean hasDisk = all.all().stream().anyMatch(namespace -> namespace.disk().isPresent());
    log = new MemoryLog(all, shards);
    var replicas =
        new Replicas(this::replicas, replica -> nodes.get(replica.health().shard().shard() % 2));
    root =
        new RootService(
            config,
            shared,
            new StoreReplicas(
                replicas, hasDisk ? diskReplicas : null, "here", () -> ingestLagMillis),
            stores ->
                new RootService.Writes(
                    deleter(config, stores, now),
                    null,
                    metadata,
                    new QueriedStore(queried, null, meters)),
            meters,
            () -> now);
    root.addRoutes(routes);
    renames = new MemoryRenames(live);
    root.addRenames(routes, renames);
  }

  private Deleter deleter(RootConfig config, Stores stores, Instant now) {
    return config.allowDelete()
        ? Deleters.of(
            live::current,
            stores,
            new DeleteLog(log),
            new Boundary(() -> now, Holdings.UNKNOWN),
            () -> now,
            DELETE_TIMEOUT)
        : new RefusedDeleter("allow_delete=false");
  }

  private Optional<ShardData> asked(ShardId shard) {
    whenAsked.accept(shard);
    return shards.shard(shard);
  }

  /// Sets an action that runs each time before a shard in memory is read.
  void whenAsked(Consumer<ShardId> action) {
    whenAsked = action;
  }

  /// Returns the replicas. Shards with odd numbers are on the second node.
  private List<Replica> replicas(ShardId shard) {
    var health = new ShardHealth(shard, ShardState.SERVING, 0, Holes.NONE);
    String node = "node-" + shard.shard() % 2;
    return lost.contains(shard) ? List.of() : List.of(new Replica(node, "here", node, health));
  }

  /// Returns the default configuration, changed by flags such as `--max-series=9`.
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

  /// Returns the namespace with GokuL.
  static Namespace onDisk(Namespace namespace, Sharding sharding) {
    return NamespaceBuilder.like(namespace)
        .disk(new Disk(Duration.ofDays(24), List.of(), Duration.ofDays(80), Optional.of(sharding)))
        .build();
  }

  public void put(SeriesName name, long timestampMillis, double value) {
    shards.put(name, timestampMillis, value);
  }

  public void put(SeriesName name, long timestampMillis, TypedValue value) {
    shards.put(name, timestampMillis, value);
  }

  void putOnDisk(SeriesName name, long timestampMillis, double value) {
    disk.put(name, timestampMillis, value);
  }

  void putOnDisk(SeriesName name, long timestampMillis, TypedValue value) {
    disk.put(name, timestampMillis, value);
  }

  /// Replaces the namespaces of the root by some of those that have shards.
  void use(Namespace... namespaces) {
    live.replace(new Namespaces(List.of(namespaces)));
  }

  /// Replaces the data that GokuL answers from.
  void readDisk(UnaryOperator<ShardData> by) {
    onDisk = by;
  }

  /// Stops all nodes from serving the GokuL shard.
  void loseOnDisk(ShardId shard) {
    lostOnDisk.add(shard);
  }

  MemoryShards disk() {
    return disk;
  }

  /// Sets the lag of the ingestors.
  void lag(Duration lag) {
    ingestLagMillis = lag.toMillis();
  }

  /// Blocks metrics.
  void block(BlockRule... rules) {
    shared.blocklist().replace(new Blocklist(Set.of(rules)));
  }

  /// Stops all nodes from serving the shard.
  void lose(ShardId shard) {
    lost.add(shard);
  }

  /// Returns the metadata and the records that were written to their topic.
  LoopedTable<MetadataKey, Metadata> metadata() {
    return metadata;
  }

  /// Returns the log that deletes are written to.
  MemoryLog log() {
    return log;
  }

  /// Starts the root. It then knows that no queries precede the start.
  void begin() {
    root.start();
  }

  /// Returns the settings that all services share.
  SharedSettings shared() {
    return shared;
  }

  /// Returns the renamed metrics.
  MemoryRenames renames() {
    return renames;
  }

  /// Returns the last query of each metric.
  QueriedMetrics queried() {
    return queried;
  }

  MemoryShards shards() {
    return shards;
  }

  Check check() {
    return root.check();
  }

  /// Returns the routes, for tests with a server.
  Routes routes() {
    return routes;
  }

  SimpleMeterRegistry meters() {
    return meters;
  }

  /// Sends a GET.
  ///
  /// @param parameters names and values, alternating
  Reply get(String path, String... parameters) throws Exception {
    return send("GET", path, parameters);
  }

  /// Sends a request without a body.
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

  /// Returns empty if the request needs a thread.
  public Optional<Reply> onEventLoop(HttpRequest request) throws Exception {
    return Reply.onEventLoop(request, routes);
  }

  @Override
  public void close() {
    root.close();
    nodes.forEach(LocalStorageNode::close);
  }
}
