package goku.standalone.process;

import goku.cluster.controller.ControllerConfig;
import goku.cluster.controller.ControllerService;
import goku.config.Key;
import goku.http.HttpConfig;
import goku.rpc.grpc.NodeClients;
import goku.rpc.grpc.RpcClientConfig;
import java.nio.file.Path;
import java.time.InstantSource;

/// `goku controller`: places shards and publishes the shard map.
public record ControllerProcess(
    @Key(
            value = "namespaces",
            doc =
                "Namespaces file, which is watched and published while it leads; when empty, those"
                    + " that are published, and if there are none the built-in ones.")
        Path namespaces,
    @Key(value = "http", doc = "The port for health and metrics.") HttpConfig http,
    @Key(value = "rpc", doc = "How nodes are called.") RpcClientConfig rpc,
    @Key(value = "", doc = "The controller.") ControllerConfig controller) {

  public static int run(ControllerProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("controller")) {
      var nodes = process.parts().opened(new NodeClients(config.rpc()));
      var controller =
          process
              .parts()
              .started(
                  new ControllerService(
                      config.controller(),
                      NamespacesSource.of(config.namespaces()).file(),
                      NamespacesSource.builtIn(),
                      nodes::node,
                      process.registry(),
                      InstantSource.system()));
      NamespacesJson.addTo(process.routes(), controller.namespaces()::state);
      NamespacesLink.tell(
          process.parts(), controller.cluster(), process.name(), controller.namespaces());
      return process.serve(config.http());
    }
  }
}
