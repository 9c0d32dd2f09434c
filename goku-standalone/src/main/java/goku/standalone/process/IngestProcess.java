package goku.standalone.process;

import goku.cluster.ClusterConfig;
import goku.config.Key;
import goku.http.AdminConfig;
import goku.http.HttpConfig;
import goku.ingest.IngestConfig;
import goku.ingest.IngestService;
import java.nio.file.Path;

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
      var service =
          process
              .parts()
              .started(
                  new IngestService(
                      config.ingest(),
                      ClusterLink.shared(process, link, config.namespaces()),
                      process.registry(),
                      process.clock(link)));
      process.watchKafka(config.ingest().kafka());
      service.addRoutes(process.routes());
      return process.serve(config.http(), config.admin(), service.lines());
    }
  }
}
