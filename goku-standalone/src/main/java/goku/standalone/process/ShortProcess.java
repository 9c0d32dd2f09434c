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
import java.time.InstantSource;
import java.util.Map;

/// `goku short`: a GokuS node by itself.
public record ShortProcess(
    @Key(
            value = "namespaces",
            doc =
                "Namespaces file; when empty, those the controller published, and without a cluster"
                    + " the built-in one.")
        Path namespaces,
    @Key(value = "http", doc = "The port for health and metrics.") HttpConfig http,
    @Key(value = "cluster", doc = "The cluster of the node.") ClusterConfig cluster,
    @Key(value = "rpc", doc = "The port for calls of roots.") RpcConfig rpc,
    @Key(value = "short", doc = "The storage node.") ShortConfig shortTerm) {

  public static int run(ShortProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("short")) {
      var link = ClusterLink.of(process, config.cluster());
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
                      InstantSource.system()));
      link.ifPresent(
          cluster ->
              cluster.serve(
                  ServiceRole.SHORT, service::shard, service::health, config.rpc(), Map.of()));
      return process.serve(config.http());
    }
  }
}
