package goku.standalone.process;

import goku.cluster.ClusterConfig;
import goku.cluster.ServiceRole;
import goku.cluster.helix.Placement;
import goku.config.Key;
import goku.http.HttpConfig;
import goku.longterm.LongConfig;
import goku.longterm.LongService;
import goku.rpc.grpc.RpcConfig;
import java.nio.file.Path;
import java.util.Map;

/// The command `goku long`: a GokuL node in a process of its own. Without a cluster it holds all
/// shards.
public record LongProcess(
    @Key(
            value = "namespaces",
            doc =
                "namespaces file; empty uses the controller's published namespaces, or without a"
                    + " cluster the built-in one.")
        Path namespaces,
    @Key(value = "http", doc = "port for health and metrics") HttpConfig http,
    @Key(value = "cluster", doc = "cluster of the node") ClusterConfig cluster,
    @Key(value = "rpc", doc = "port for calls of roots") RpcConfig rpc,
    @Key(value = "long", doc = "storage node") LongConfig longTerm) {

  public static int run(LongProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("long")) {
      var link = ClusterLink.of(process, config.cluster());
      var clock =
          process.clock(link, config.longTerm().objectStore(), config.longTerm().directory());
      var service =
          process
              .parts()
              .started(
                  new LongService(
                      config.longTerm(),
                      ClusterLink.shared(process, link, config.namespaces()),
                      process.registry(),
                      clock.earliest()));
      if (link.isEmpty()) {
        service.takeAll();
      }
      link.ifPresent(
          cluster ->
              cluster.serve(
                  ServiceRole.LONG,
                  service::shard,
                  service::health,
                  config.rpc(),
                  Map.of(Placement.LONG, service)));
      return process.serve(config.http());
    }
  }
}
