package goku.standalone;

import goku.compactor.CompactorConfig;
import goku.compactor.CompactorService;
import goku.config.Key;
import goku.http.HttpConfig;
import goku.http.Routes;
import goku.telemetry.Telemetry;
import java.nio.file.Path;
import java.time.InstantSource;

/// `goku compactor`: a compactor by itself.
public record CompactorProcess(
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(value = "http", doc = "The port for health, metrics and status.") HttpConfig http,
    @Key(value = "compactor", doc = "The compactor.") CompactorConfig compactor) {

  static int run(CompactorProcess config) throws InterruptedException {
    var telemetry = new Telemetry();
    var service =
        new CompactorService(
            config.compactor(),
            NamespacesSource.of(config.namespaces()).namespaces(),
            telemetry.registry(),
            InstantSource.system());
    var routes = new Routes();
    service.addRoutes(routes);
    return new ServiceProcess(
            "compactor", service::start, service::check, routes, null, service::close)
        .run(config.http(), telemetry);
  }
}
