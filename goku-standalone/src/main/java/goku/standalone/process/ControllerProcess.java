package goku.standalone.process;

import goku.cluster.controller.ControllerConfig;
import goku.cluster.controller.ControllerService;
import goku.cluster.input.InputLagPublisher;
import goku.cluster.session.SessionWatch;
import goku.config.Key;
import goku.http.HttpConfig;
import goku.kafka.KafkaConfig;
import goku.kafka.input.InputConfig;
import goku.kafka.input.InputLagWatch;
import goku.rollout.RolloutConfig;
import goku.rollout.RolloutService;
import goku.rpc.grpc.NodeClients;
import goku.rpc.grpc.RpcClientConfig;
import java.nio.file.Path;
import java.util.Optional;

/// The command `goku controller`, which assigns shards and publishes the shard map.
public record ControllerProcess(
    @Key(
            value = "namespaces",
            doc =
                "namespaces file, watched and published by the leader; empty uses the"
                    + " published namespaces, or the built-in ones if there are none")
        Path namespaces,
    @Key(value = "http", doc = "port for health and metrics") HttpConfig http,
    @Key(value = "rpc", doc = "calls of nodes") RpcClientConfig rpc,
    @Key(value = "kafka", doc = "Kafka, to read the lag of the ingestors") KafkaConfig kafka,
    @Key(value = "input", doc = "input topics of the ingestors") InputConfig input,
    @Key(value = "rollout", doc = "rollouts on Kubernetes") RolloutConfig rollout,
    @Key(value = "", doc = "The controller.") ControllerConfig controller) {

  public static int run(ControllerProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("controller")) {
      var clock = process.clock(Optional.empty());
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
                      clock));
      process.parts().checked(new SessionWatch(controller.cluster(), process.registry())::check);
      var lag =
          process
              .parts()
              .started(InputLagWatch.of(config.kafka(), config.input(), process.registry(), clock));
      process
          .parts()
          .started(
              new InputLagPublisher(controller.cluster(), controller::leads, lag::proven, clock));
      if (config.rollout().enabled()) {
        process
            .parts()
            .started(
                new RolloutService(
                    config.rollout(),
                    config.controller().placement().longReplicas(),
                    controller.cluster(),
                    controller::leads,
                    () -> controller.namespaces().live().current(),
                    process.registry(),
                    clock));
      }
      NamespacesJson.addTo(process.routes(), controller.namespaces()::state);
      NamespacesLink.tell(
          process.parts(), controller.cluster(), process.name(), controller.namespaces());
      return process.serve(config.http());
    }
  }
}
