package goku.standalone.process;

import goku.cluster.ClusterConfig;
import goku.cluster.map.ShardMapWatch;
import goku.config.Key;
import goku.http.AdminConfig;
import goku.http.HttpConfig;
import goku.ingest.IngestConfig;
import goku.ingest.IngestService;
import goku.ingest.limit.SeriesSource;
import goku.model.Namespace;
import goku.model.Store;
import goku.rpc.KeptFrom;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import goku.rpc.grpc.NodeClients;
import goku.rpc.grpc.RpcClientConfig;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Stream;

/// The command `goku ingest`: an ingestor in a process of its own, with put over HTTP and telnet.
public record IngestProcess(
    @Key(
            value = "namespaces",
            doc =
                "namespaces file; empty uses the controller's published namespaces, or without a"
                    + " cluster the built-in one.")
        Path namespaces,
    @Key(value = "http", doc = "port for put and health") HttpConfig http,
    @Key(value = "admin", doc = "port for metrics and administration") AdminConfig admin,
    @Key(value = "cluster", doc = "cluster that publishes the namespaces") ClusterConfig cluster,
    @Key(value = "rpc", doc = "calls of nodes, for their numbers of series") RpcClientConfig rpc,
    @Key(value = "ingest", doc = "The ingestor.") IngestConfig ingest) {

  public static int run(IngestProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("ingest")) {
      var link = ClusterLink.of(process, config.cluster());
      var shared = ClusterLink.shared(process, link, config.namespaces());
      var clock = process.clock(link);
      Optional<ReplicaMap> map = link.map(one -> shortTerm(process, one, clock));
      var service =
          process
              .parts()
              .started(
                  new IngestService(
                      config.ingest(),
                      shared,
                      new KeptFrom(namespace -> health(map, namespace), clock, System::nanoTime),
                      series(process, map, config.rpc()),
                      Optional::empty,
                      process.registry(),
                      clock));
      process.watchKafka(config.ingest().kafka());
      service.addRoutes(process.routes());
      var http = config.http().strictIf(config.ingest().accept().strict());
      return process.serve(http, config.admin(), service.lines());
    }
  }

  /// Returns the shards of GokuS as the shard map of the cluster states them.
  private static ReplicaMap shortTerm(
      ServiceProcess process, ClusterLink link, InstantSource clock) {
    return process
        .parts()
        .opened(new ShardMapWatch(link.client(), process.registry(), clock))
        .replicas(Store.SHORT_TERM);
  }

  /// Returns the health of the shards of a namespace. Without a cluster nothing is known.
  private static Stream<ShardHealth> health(Optional<ReplicaMap> map, Namespace namespace) {
    return map.stream()
        .flatMap(known -> namespace.allShards().flatMap(shard -> known.replicasOf(shard).stream()))
        .map(Replica::health);
  }

  /// Returns the numbers of series of the shards. Without a cluster nothing is known.
  private static SeriesSource series(
      ServiceProcess process, Optional<ReplicaMap> map, RpcClientConfig rpc) {
    if (map.isEmpty()) {
      return SeriesSource.NONE;
    }
    var nodes = process.parts().opened(new NodeClients(rpc));
    return process
        .parts()
        .opened(
            new ClusterSeries(map.get(), replica -> nodes.node(replica.address())::countSeries));
  }
}
