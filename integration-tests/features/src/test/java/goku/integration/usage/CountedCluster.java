package goku.integration.usage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.config.ConfigLoader;
import goku.format.batch.BatchWriter;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.index.IndexLimits;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.query.shard.ShardData;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replica;
import goku.rpc.Replicas;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.grpc.NodeClients;
import goku.rpc.grpc.NodeServer;
import goku.rpc.grpc.RpcClientConfig;
import goku.rpc.grpc.RpcConfig;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.Shard;
import goku.testkit.ManualClock;
import goku.testkit.memory.LeakCheck;
import goku.testkit.namespace.NamespaceBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A root before nodes behind gRPC that share the shards of GokuS: neighbours in a group are on
/// different nodes. Used by one thread.
final class CountedCluster implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-03-01T13:30:00Z");

  private static final int NODES = 3;
  private static final int BATCH = 1000;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  final ManualClock clock = new ManualClock(NOW);
  private final LeakCheck memory = new LeakCheck(512 << 20);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Namespace namespace =
      NamespaceBuilder.namespace("ns1")
          .memoryTtl(Duration.ofHours(26))
          .s3Bucket("goku")
          .shards(2, 4)
          .build();
  private final Map<ShardId, Shard> shards = new LinkedHashMap<>();
  private final Map<ShardId, BatchWriter> batches = new LinkedHashMap<>();
  private final List<LocalStorageNode> nodes = new ArrayList<>();
  private final List<NodeServer> servers = new ArrayList<>();
  private final NodeClients clients = new NodeClients(ConfigLoader.defaults(RpcClientConfig.class));
  private final RootService root;
  private final Routes routes = new Routes();

  CountedCluster() {
    var resources =
        new NodeResources(
            memory.pool(),
            memory.use(),
            IndexLimits.NONE,
            clock,
            meters,
            Runnable::run,
            System::nanoTime);
    namespace
        .allShards()
        .forEach(
            id -> {
              shards.put(id, new Shard(id, namespace.memoryTtl(), resources, new NoFiles()));
              batches.put(id, new BatchWriter());
            });
    for (int i = 0; i < NODES; i++) {
      var node = new LocalStorageNode(this::read, 1);
      nodes.add(node);
      var config =
          ConfigLoader.defaults(
              RpcConfig.class, "--bind=127.0.0.1", "--port=0", "--advertise=localhost");
      var server = new NodeServer(node, List::of, config, meters);
      server.start();
      servers.add(server);
    }
    root =
        new RootService(
            ConfigLoader.defaults(RootConfig.class),
            SharedSettings.fixed(new Namespaces(List.of(namespace))),
            new StoreReplicas(
                new Replicas(this::replicas, replica -> clients.node(replica.address())),
                null,
                "here"),
            null,
            meters,
            clock);
    root.addRoutes(routes);
    root.start();
  }

  private Optional<ShardData> read(ShardId id) {
    return Optional.ofNullable(shards.get(id)).map(ShardReader::new);
  }

  private List<Replica> replicas(ShardId shard) {
    int node = shard.shard() % NODES;
    var health = new ShardHealth(shard, ShardState.SERVING, 0, Holes.NONE);
    return List.of(new Replica("node-" + node, "here", servers.get(node).address(), health));
  }

  void put(SeriesName name, long timestampMillis, double value) {
    ShardId id = namespace.shard(namespace.sharding().shardOf(name.metricHash(), name.hash()));
    BatchWriter batch = batches.getOrDefault(id, new BatchWriter());
    batch.add(name, timestampMillis, value);
    if (batch.count() == BATCH) {
      send(id, batch);
    }
  }

  void flush() {
    batches.forEach(this::send);
  }

  private void send(ShardId id, BatchWriter batch) {
    Shard shard = shards.get(id);
    if (shard != null && batch.count() > 0) {
      shard.apply(batch.toBytes(), shard.appliedOffset() + 1, clock.millis());
      batch.clear();
    }
  }

  /// @param parameters name, value, name, value..
  JsonNode get(String path, String... parameters) throws Exception {
    Map<String, List<String>> map = new LinkedHashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      map.put(parameters[i], List.of(parameters[i + 1]));
    }
    var request = new HttpRequest("GET", path, map, Map.of(), new byte[0], "test");
    HttpResponse response = routes.find(path).orElseThrow().handle(request);
    var out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    return MAPPER.readTree(out.toByteArray());
  }

  @Override
  public void close() {
    root.close();
    clients.close();
    servers.forEach(NodeServer::close);
    nodes.forEach(LocalStorageNode::close);
    shards.values().forEach(Shard::close);
    memory.close();
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
      throw new UnsupportedOperationException();
    }

    @Override
    public void finalized(FinalizedPart part) {}

    @Override
    public void dropped(FinalizedPart part) {}
  }
}
