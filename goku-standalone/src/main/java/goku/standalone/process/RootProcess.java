package goku.standalone.process;

import goku.cluster.ClusterConfig;
import goku.cluster.LateMoveFollower;
import goku.cluster.input.InputLagFollower;
import goku.cluster.map.ShardMapWatch;
import goku.config.Key;
import goku.http.AdminConfig;
import goku.http.HttpConfig;
import goku.kafka.KafkaConfig;
import goku.model.Live;
import goku.model.Namespaces;
import goku.model.Store;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.root.blocking.BlockRoutes;
import goku.root.page.PageRoutes;
import goku.rpc.Replicas;
import goku.rpc.grpc.NodeClients;
import goku.rpc.grpc.RpcClientConfig;
import java.nio.file.Path;
import java.util.Optional;

/// The command `goku root`, which answers queries from the nodes of a cluster.
public record RootProcess(
    @Key(
            value = "namespaces",
            doc = "namespaces file; empty uses the controller's published namespaces")
        Path namespaces,
    @Key(value = "http", doc = "port for queries and health") HttpConfig http,
    @Key(value = "admin", doc = "port for metrics and administration") AdminConfig admin,
    @Key(value = "cluster", doc = "ZooKeeper, and the zone of this root") ClusterConfig cluster,
    @Key(value = "rpc", doc = "calls of nodes") RpcClientConfig rpc,
    @Key(value = "kafka", doc = "Kafka for deletes and annotations") KafkaConfig kafka,
    @Key(value = "root", doc = "query root") RootConfig root) {

  public static int run(RootProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("root")) {
      var link = ClusterLink.required(process, config.cluster());
      var inForce = ClusterLink.shared(process, Optional.of(link), config.namespaces());
      var clock = process.clock(Optional.of(link));
      var parts = process.parts();
      var shared = inForce.with(queried(process, link, inForce.namespaces()));
      var map = parts.opened(new ShardMapWatch(link.client(), process.registry(), clock));
      var lag = parts.opened(new InputLagFollower(link.client(), process.registry(), clock));
      var nodes = parts.opened(new NodeClients(config.rpc()));
      var storage =
          new StoreReplicas(
              replicas(map, Store.SHORT_TERM, nodes),
              replicas(map, Store.LONG_TERM, nodes),
              config.cluster().zone(),
              lag::lagMillis);
      var root =
          parts.started(
              new RootService(
                  config.root(), shared, storage, config.kafka(), process.registry(), clock));
      process.watchKafka(config.kafka());
      root.addQueryRoutes(process.routes());
      root.addRenames(process.routes(), link.renames());
      PageRoutes.addTo(process.routes());
      BlockRoutes.addTo(process.routes(), link.blocks()::change, clock);
      root.addServerRoutes(process.routes(), parts::checks);
      var http = config.http().strictIf(config.root().strict());
      return process.serve(http, config.admin(), null);
    }
  }

  /// Returns the namespaces with the old ones of moves that an ingestor learned late.
  private static Live<Namespaces> queried(
      ServiceProcess process, ClusterLink link, Live<Namespaces> inForce) {
    return process
        .parts()
        .opened(new LateMoveFollower(link.client(), inForce, process.registry()))
        .queried();
  }

  private static Replicas replicas(ShardMapWatch map, Store store, NodeClients nodes) {
    return new Replicas(map.replicas(store), replica -> nodes.node(replica.address()));
  }
}
