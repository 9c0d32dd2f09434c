package goku.standalone.process;

import goku.config.Key;
import goku.http.HttpConfig;
import goku.ingest.IngestConfig;
import goku.ingest.IngestService;
import java.nio.file.Path;
import java.time.InstantSource;

/// `goku ingest`: an ingestor by itself, with put over HTTP and telnet.
public record IngestProcess(
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(value = "http", doc = "The port for put, health and metrics.") HttpConfig http,
    @Key(value = "ingest", doc = "The ingestor.") IngestConfig ingest) {

  public static int run(IngestProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("ingest")) {
      var service =
          process
              .parts()
              .started(
                  new IngestService(
                      config.ingest(),
                      NamespacesSource.of(config.namespaces()).namespaces(),
                      process.registry(),
                      InstantSource.system()));
      service.addRoutes(process.routes());
      return process.serve(config.http(), service.lines());
    }
  }
}
