package goku.standalone;

import goku.cluster.controller.ControllerConfig;
import goku.cluster.controller.ControllerService;
import goku.config.Key;
import goku.http.HttpConfig;
import goku.http.Routes;
import goku.rpc.NodeHealth;
import goku.telemetry.Check;
import goku.telemetry.Telemetry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/// `goku controller`: places shards and publishes the shard map.
public record ControllerProcess(
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(value = "http", doc = "The port for health and metrics.") HttpConfig http,
    @Key(value = "", doc = "The controller.") ControllerConfig controller) {

  /// @param nodes the client of the storage node at an address, `host:port`
  static int run(ControllerProcess config, Function<String, NodeHealth> nodes)
      throws InterruptedException {
    var telemetry = new Telemetry();
    var service =
        new ControllerService(
            config.controller(),
            NamespacesSource.of(config.namespaces()).yaml(),
            nodes,
            telemetry.registry(),
            InstantSource.system());
    return new ServiceProcess(
            "controller",
            service::start,
            () -> worst(service.checks()),
            new Routes(),
            null,
            service::close)
        .run(config.http(), telemetry);
  }

  private static Check worst(List<Check> checks) {
    return checks.stream().filter(check -> !check.ok()).findFirst().orElse(Check.ok("controller"));
  }
}
