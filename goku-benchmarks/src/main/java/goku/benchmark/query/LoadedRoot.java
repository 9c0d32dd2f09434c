package goku.benchmark.query;

import goku.config.ConfigLoader;
import goku.format.batch.BatchWriter;
import goku.format.finalize.FinalizeRecord;
import goku.http.HttpConfig;
import goku.http.Routes;
import goku.http.server.HttpServer;
import goku.index.IndexLimits;
import goku.memory.MemoryUse;
import goku.memory.Purpose;
import goku.memory.SlabPool;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.PreAggregation;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.SharedSettings;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replicas;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.Shard;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A root over shards in memory, with an HTTP port. Used by one thread but for the queries.
final class LoadedRoot implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-11-02T00:00:00Z");

  private static final int SHARDS = 4;
  private static final long POOL_BYTES = 8L << 30;
  private static final int BATCH = 500;

  private final Namespace namespace =
      new Namespace(
          "ns1",
          true,
          Duration.ofHours(2),
          Duration.ofHours(26),
          Optional.empty(),
          "goku-ns1",
          "goku",
          new Sharding(1, SHARDS),
          List.of());
  private volatile Instant now = NOW;
  private final ShardDirectory files = new ShardDirectory();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Map<ShardId, Shard> shards = new HashMap<>();
  private final Map<ShardId, BatchWriter> batches = new HashMap<>();
  private final MemoryUse use = new MemoryUse(Long.MAX_VALUE);
  private final LocalStorageNode node;
  private final RootService root;
  private final HttpServer server;

  LoadedRoot(String... rootFlags) throws InterruptedException {
    var pool = new SlabPool(POOL_BYTES);
    var resources =
        new NodeResources(
            pool, use, IndexLimits.NONE, () -> now, registry, Runnable::run, System::nanoTime);
    namespace
        .allShards()
        .forEach(
            id -> {
              shards.put(id, new Shard(id, namespace.memoryTtl(), resources, files.of(id)));
              batches.put(id, new BatchWriter());
            });
    node =
        new LocalStorageNode(
            id -> Optional.of(new ShardReader(shard(id))),
            Runtime.getRuntime().availableProcessors());
    root =
        new RootService(
            ConfigLoader.defaults(RootConfig.class, rootFlags),
            SharedSettings.fixed(new Namespaces(List.of(namespace))),
            new StoreReplicas(Replicas.of(node), null, "here"),
            null,
            registry,
            () -> now);
    var routes = new Routes();
    root.addRoutes(routes);
    server = new HttpServer(HttpConfig.standard("127.0.0.1", 0), routes, null, registry);
    server.start();
  }

  private Shard shard(ShardId id) {
    Shard shard = shards.get(id);
    if (shard == null) {
      throw new IllegalStateException("no shard " + id);
    }
    return shard;
  }

  /// Lets time pass for the root and the shards.
  void advance(Duration by) {
    now = now.plus(by);
  }

  int port() {
    return server.port();
  }

  void put(SeriesName name, long timestampMillis, double value) {
    ShardId id = namespace.shard(namespace.sharding().shardOf(name.metricHash(), name.hash()));
    BatchWriter batch = batches.get(id);
    if (batch == null) {
      throw new IllegalStateException("no shard " + id);
    }
    batch.add(name, timestampMillis, value);
    if (batch.count() == BATCH) {
      send(id, batch);
    }
  }

  /// Pre-aggregates these metrics from now on, after building the aggregates of existing data.
  void preAggregate(List<PreAggregation> rules) {
    for (Shard shard : shards.values()) {
      shard.preAggregates().follow(() -> rules, Integer.MAX_VALUE);
      shard.tick(0);
      while (!shard.preAggregates().isSettled()) {
        shard.proceed();
        Thread.onSpinWait();
      }
    }
  }

  /// Bytes that aggregates take.
  long aggregateBytes() {
    return use.bytes(Purpose.PRE_AGGREGATES);
  }

  /// Sends all gathered datapoints.
  void send() {
    batches.forEach(this::send);
  }

  /// Waits until all datapoints can be queried, and finalizes all but the last hours, as in
  /// production.
  void flush() {
    batches.forEach(this::send);
    long through = NOW.minus(namespace.backfill()).toEpochMilli();
    shards.forEach((id, shard) -> apply(shard, new FinalizeRecord(through).toBytes()));
    shards.values().forEach(shard -> shard.tick(0));
  }

  private static void apply(Shard shard, byte[] record) {
    shard.apply(record, shard.appliedOffset() + 1, NOW.toEpochMilli());
  }

  private void send(ShardId id, BatchWriter batch) {
    Shard shard = shard(id);
    apply(shard, batch.toBytes());
    batch.clear();
  }

  @Override
  public void close() {
    server.close();
    root.close();
    node.close();
    shards.values().forEach(Shard::close);
    files.close();
  }
}
