package goku.standalone.process;

import goku.cluster.ClusterConfig;
import goku.cluster.map.ShardMapWatch;
import goku.config.Key;
import goku.http.AdminConfig;
import goku.http.HttpConfig;
import goku.ingest.IngestConfig;
import goku.ingest.IngestService;
import goku.model.Namespace;
import goku.model.Store;
import goku.rpc.KeptFrom;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
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
    @Key(value = "ingest", doc = "The ingestor.") IngestConfig ingest) {

  public static int run(IngestProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("ingest")) {
      var link = ClusterLink.of(process, config.cluster());
      var shared = ClusterLink.shared(process, link, config.namespaces());
      var clock = process.clock(link);
      var service =
          process
              .parts()
              .started(
                  new IngestService(
                      config.ingest(),
                      shared,
                      new KeptFrom(shortTerm(process, link, clock), System::nanoTime),
                      Optional::empty,
                      process.registry(),
                      clock));
      process.watchKafka(config.ingest().kafka());
      service.addRoutes(process.routes());
      var http = config.http().strictIf(config.ingest().accept().strict());
      return process.serve(http, config.admin(), service.lines());
    }
  }

  /// Returns the health of the shards of a namespace, as the shard map of the cluster states it.
  /// Without a cluster nothing is known.
  private static Function<Namespace, Stream<ShardHealth>> shortTerm(
      ServiceProcess process, Optional<ClusterLink> link, InstantSource clock) {
    if (link.isEmpty()) {
      return _ -> Stream.empty();
    }
    ReplicaMap map =
        process
            .parts()
            .opened(new ShardMapWatch(link.get().client(), process.registry(), clock))
            .replicas(Store.SHORT_TERM);
    return namespace ->
        namespace.allShards().flatMap(shard -> map.replicasOf(shard).stream()).map(Replica::health);
  }
}
