package goku.standalone;

import goku.config.Key;
import goku.http.HttpConfig;
import goku.http.Routes;
import goku.ingest.IngestConfig;
import goku.ingest.IngestService;
import goku.telemetry.Telemetry;
import java.nio.file.Path;
import java.time.InstantSource;

/// `goku ingest`: an ingestor by itself, with put over HTTP and telnet.
public record IngestProcess(
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(value = "http", doc = "The port for put, health and metrics.") HttpConfig http,
    @Key(value = "ingest", doc = "The ingestor.") IngestConfig ingest) {

  static int run(IngestProcess config) throws InterruptedException {
    var telemetry = new Telemetry();
    var service =
        new IngestService(
            config.ingest(),
            NamespacesSource.of(config.namespaces()).namespaces(),
            telemetry.registry(),
            InstantSource.system());
    var routes = new Routes();
    service.addRoutes(routes);
    return new ServiceProcess(
            "ingest", service::start, service::check, routes, service.lines(), service::close)
        .run(config.http(), telemetry);
  }
}
