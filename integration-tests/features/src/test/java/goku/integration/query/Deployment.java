package goku.integration.query;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.kafka.KafkaConfig;
import goku.model.Disk;
import goku.model.Holes;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.SharedSettings;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.root.planning.Boundary;
import goku.root.planning.Holdings;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replica;
import goku.rpc.Replicas;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.StorageNode;
import goku.testkit.memory.LeakCheck;
import goku.testkit.namespace.NamespaceBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A data set in an arrangement, behind a root that is asked without a network.
final class Deployment implements AutoCloseable {
  private final Arrangement arrangement;
  private final Store store;
  private final MemoryStore disk = new MemoryStore();
  private final LocalStorageNode diskNode = new LocalStorageNode(disk::shard, 1);
  private final Boundary boundary;
  private final List<LocalStorageNode> nodes = new ArrayList<>();
  private final RootService root;
  private final Routes routes = new Routes();

  Deployment(Arrangement arrangement, DataSet data, LeakCheck memory, RootConfig config) {
    this.arrangement = arrangement;
    long last = data.writes().stream().mapToLong(Write::timestampMillis).max().orElseThrow();
    Instant now = Instant.ofEpochMilli(last);
    InstantSource clock = InstantSource.fixed(now);
    store = arrangement.store().apply(memory, clock);
    boundary = new Boundary(clock, Holdings.UNKNOWN);
    var namespaces = new Namespaces(namespaces(data.splitMillis(), now));
    fill(data, namespaces);
    for (int node = 0; node < arrangement.nodes(); node++) {
      nodes.add(new LocalStorageNode(store::shard, 1));
    }
    root =
        new RootService(
            config,
            SharedSettings.fixed(namespaces),
            new StoreReplicas(
                new Replicas(this::replicas, this::nodeOf),
                arrangement.onDisk() ? Replicas.of(diskNode) : null,
                "here"),
            (KafkaConfig) null,
            new SimpleMeterRegistry(),
            clock);
    root.addRoutes(routes);
  }

  ProductAnswer answer(AskedQuery query) throws Exception {
    try {
      return ProductAnswer.read(200, body(query.http()));
    } catch (HttpError e) {
      return new ProductAnswer(e.status(), List.of(), String.valueOf(e.getMessage()));
    }
  }

  /// The body of an answer 200; all others are thrown.
  byte[] body(HttpRequest request) throws Exception {
    var handler = routes.find("/api/query").orElseThrow();
    HttpResponse response = handler.handle(request);
    var out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    return out.toByteArray();
  }

  private List<Namespace> namespaces(long splitMillis, Instant now) {
    Instant split = Instant.ofEpochMilli(splitMillis);
    Duration inMemory = arrangement.onDisk() ? Duration.between(split, now) : ShortTermStore.TTL;
    return arrangement.split()
        ? List.of(
            namespace("earlier", true, arrangement.sharding(), inMemory),
            namespace(
                "later",
                false,
                more(arrangement.sharding()),
                inMemory,
                new MetricPrefix("m.", split)))
        : List.of(namespace("all", true, arrangement.sharding(), inMemory));
  }

  /// Returns the sharding of a namespace to which metrics of many series move.
  private static Sharding more(Sharding sharding) {
    return new Sharding(2 * sharding.shardGroups(), sharding.shardsPerGroup() + 1);
  }

  private Namespace namespace(
      String name,
      boolean isDefault,
      Sharding inMemory,
      Duration memoryTtl,
      MetricPrefix... metrics) {
    var sharding = new Sharding(2, 3);
    var onDisk =
        new Disk(Duration.ofDays(24), List.of(), Duration.ofDays(80), Optional.of(sharding));
    return NamespaceBuilder.namespace(name)
        .isDefault(isDefault)
        .memoryTtl(memoryTtl)
        .disk(arrangement.onDisk() ? Optional.of(onDisk) : Optional.empty())
        .s3Bucket("goku")
        .sharding(inMemory)
        .metrics(List.of(metrics))
        .build();
  }

  private void fill(DataSet data, Namespaces namespaces) {
    for (Write write : data.writes()) {
      SeriesName name = SeriesName.of(write.metric(), write.tags());
      Namespace namespace = namespaces.of(write.metric(), write.timestampMillis());
      if (write.timestampMillis() < boundary.of(namespace).atMillis()) {
        disk.put(
            shard(namespace, namespace.diskSharding(), name),
            name,
            write.timestampMillis(),
            write.value());
      } else {
        store.put(
            shard(namespace, namespace.sharding(), name),
            name,
            write.timestampMillis(),
            write.value());
      }
    }
  }

  private static ShardId shard(Namespace namespace, Sharding sharding, SeriesName name) {
    return namespace.shard(sharding.shardOf(name.metricHash(), name.hash()));
  }

  private List<Replica> replicas(ShardId shard) {
    var health = new ShardHealth(shard, ShardState.SERVING, 0, Holes.NONE);
    String node = "node-" + shard.shard() % nodes.size();
    return List.of(new Replica(node, "here", node, health));
  }

  private StorageNode nodeOf(Replica replica) {
    return nodes.get(replica.health().shard().shard() % nodes.size());
  }

  @Override
  public void close() {
    root.close();
    nodes.forEach(LocalStorageNode::close);
    diskNode.close();
    store.close();
  }

  @Override
  public String toString() {
    return arrangement.name();
  }
}
