package goku.standalone.process;

import goku.cluster.ClusterConfig;
import goku.cluster.ServiceRole;
import goku.config.Key;
import goku.http.HttpConfig;
import goku.model.NodeIdentity;
import goku.rpc.grpc.RpcConfig;
import goku.shortterm.ShortConfig;
import goku.shortterm.ShortService;
import java.nio.file.Path;
import java.util.Map;

/// The command `goku short`: a GokuS node in a process of its own.
public record ShortProcess(
    @Key(
            value = "namespaces",
            doc =
                "namespaces file; empty uses the controller's published namespaces, or without a"
                    + " cluster the built-in one.")
        Path namespaces,
    @Key(value = "http", doc = "port for health and metrics") HttpConfig http,
    @Key(value = "cluster", doc = "cluster of the node") ClusterConfig cluster,
    @Key(value = "rpc", doc = "port for calls of roots") RpcConfig rpc,
    @Key(value = "short", doc = "storage node") ShortConfig shortTerm) {

  public static int run(ShortProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("short")) {
      var link = ClusterLink.of(process, config.cluster());
      var clock =
          process.clock(link, config.shortTerm().objectStore(), config.shortTerm().directory());
      var identity = new NodeIdentity(config.cluster().zone(), config.cluster().nodeName());
      var service =
          process
              .parts()
              .started(
                  new ShortService(
                      config.shortTerm(),
                      identity,
                      ClusterLink.shared(process, link, config.namespaces()),
                      process.registry(),
                      clock.earliest()));
      process.watchKafka(config.shortTerm().kafka());
      link.ifPresent(
          cluster ->
              cluster.serve(
                  ServiceRole.SHORT, service::shard, service::health, config.rpc(), Map.of()));
      return process.serve(config.http());
    }
  }
}
